// The page around the matcher: the field, the search and the buttons. Text from links is only ever inserted as text, never as HTML.

/** A word quoted for a shell; bash and zsh read the escapes, as a terminal would act on control characters that are pasted. */
function shellQuoted(word) {
  if (!/\p{Cc}/u.test(word)) return "'" + word.replaceAll("'", "'\\''") + "'";
  const escaped = word.replace(/['\\]|\p{Cc}/gu, (character) => {
    if (character === "'" || character === "\\") return "\\" + character;
    const digits = (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0");
    return Array.from(bytesOf(character), (byte) => "\\x" + digits(byte)).join("");
  });
  return "$'" + escaped + "'";
}

/** The text with escapes for characters that are not seen, and for spaces at its ends. */
function printable(text) {
  const escape = (character) => "\\u{" + character.codePointAt(0).toString(16).toUpperCase() + "}";
  return text
    .replace(/^ +| +$/g, (spaces) => Array.from(spaces, escape).join(""))
    .replace(/(?! )[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escape);
}

/** The command that shows why a link is refused. */
function explanationLine(link) {
  return "deeplink explain " + (link.startsWith("-") ? "-- " : "") + shellQuoted(link);
}

/** The command that opens a link in the running simulator. */
function simulatorLine(link) {
  return "xcrun simctl openurl booted " + shellQuoted(link);
}

/** The part of this page's address that fills the field with a link. */
function addressOf(link) {
  return "#url=" + encodeURIComponent(link);
}

/** The text for a name in this page's address, as in `#url=…` and `#search=…`, or null. */
function textInAddress(name) {
  if (!location.hash.startsWith("#" + name + "=")) return null;
  const text = location.hash.slice(name.length + 2);
  try {
    return decodeURIComponent(text);
  } catch {
    // It is not percent-encoded, so somebody typed it; use it as it is.
    return text;
  }
}

/** Makes a function that runs `action` once it has not been called for some time. */
function whenQuiet(action, milliseconds) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/** Makes an element with attributes and children; strings become text nodes. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);

/** The field that shows where a link leads. */
function startField(rules) {
  const field = byId("url");
  const answer = byId("answer");
  const rewrite = makeRewriter(rules);

  /** A line to copy, with a button. */
  function line(term, text) {
    return [
      element("dt", {}, term),
      element(
        "dd",
        { class: "copyable" },
        element("code", {}, printable(text)),
        element("button", { type: "button", "data-text": text, "aria-label": "Copy " + term.toLowerCase() }, "Copy"),
      ),
    ];
  }

  function describe(result, link) {
    if (result === null) {
      return [
        element("p", { class: "verdict refused" }, element("strong", {}, "Refused."), " This command shows why:"),
        element("dl", { class: "lines" }, ...line("Explanation", explanationLine(link))),
      ];
    }
    const source = rules.sources[result.source].name;
    const by = element("p", { class: "by" });
    if (result.rule === null) {
      by.append(`No rule of ${source} fits; its links pass through unchanged.`);
    } else {
      const place = `rule-${result.source}-${result.rule}`;
      const pattern = byId(place)?.querySelector("code")?.textContent ?? "";
      by.append("By the rule ", element("a", { href: "#" + place }, element("code", {}, pattern)), ` of ${source}.`);
    }
    if (result.wrappers > 0) {
      by.append(` It was inside ${result.wrappers === 1 ? "another link" : result.wrappers + " other links"}.`);
    }
    return [
      element("p", { class: "verdict" }, element("strong", {}, "Leads to"), " ", element("code", {}, result.link)),
      by,
      element(
        "dl",
        { class: "lines" },
        ...line("Link", link),
        ...line("Simulator", simulatorLine(link)),
        ...line("Address of this answer", location.href.split("#")[0] + addressOf(link)),
      ),
    ];
  }

  /** The link without surrounding white space; unpaired surrogates are replaced. */
  const typed = () => withoutBlanks(field.value).replace(/\p{Surrogate}/gu, "\u{FFFD}");

  function update() {
    const link = typed();
    answer.replaceChildren(...(link === "" ? [] : describe(rewrite(link), link)));
  }

  /** Takes the link from the address; returns whether there was one. */
  function readAddress() {
    const link = textInAddress("url");
    if (link === null) return false;
    field.value = link;
    update();
    field.scrollIntoView({ block: "center" });
    return true;
  }

  const settle = whenQuiet(() => {
    update();
    const link = typed();
    history.replaceState(null, "", link === "" ? location.pathname + location.search : addressOf(link));
  }, 200);
  field.addEventListener("input", settle);
  addEventListener("hashchange", () => {
    // With the focus on the answer, keyboard users go on from there; a focus on the field would open a phone's keyboard.
    if (readAddress()) answer.focus({ preventScroll: true });
  });
  readAddress();
}

/** The search, which hides the rules that lack one of its words. */
function startSearch() {
  const field = byId("search");
  const status = byId("found");
  const sections = [...document.querySelectorAll("section.source")].map((section) => ({
    section,
    text: section.querySelector("header").textContent.toLowerCase(),
    rows: [...section.querySelectorAll("tbody tr")],
    texts: null,
  }));
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  const rulesHave = (count) => (count === 1 ? "rule has" : "rules have");

  function update() {
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const fits = (text) => words.every((word) => text.includes(word));
    let found = 0;
    for (const entry of sections) {
      entry.texts = entry.texts || entry.rows.map((row) => entry.text + " " + row.textContent.toLowerCase());
      let here = 0;
      entry.rows.forEach((row, index) => {
        row.hidden = !fits(entry.texts[index]);
        if (!row.hidden) here += 1;
      });
      entry.section.hidden = here === 0 && !(entry.rows.length === 0 && fits(entry.text));
      found += here;
    }
    status.textContent = words.length === 0 ? "" : `${found} of ${total} ${rulesHave(found)} these words.`;
  }

  function readAddress() {
    const words = textInAddress("search");
    if (words !== null) {
      field.value = words;
      update();
      return;
    }
    // A rule that the address points to is shown, even if the search hides it.
    const target = location.hash === "" ? null : byId(location.hash.slice(1));
    if (target === null || target.closest("[hidden]") === null) return;
    field.value = "";
    update();
    target.scrollIntoView();
  }

  field.addEventListener("input", whenQuiet(update, 150));
  addEventListener("hashchange", readAddress);
  // A reloaded page keeps the typed text.
  if (field.value !== "") update();
  readAddress();
}

/** The buttons that copy their own text or the link beside them. */
function startCopying() {
  const announcement = byId("copied");

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // In some browsers, pages opened from a file may not use the clipboard, but may copy selected text.
      const area = element("textarea", { readonly: "", class: "hidden" });
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    // The address has the link as it is; the visible text has escapes for some characters.
    const address = button.closest("li")?.querySelector("a")?.hash ?? "";
    const link = decodeURIComponent(address.slice("#url=".length));
    const text = button.dataset.text ?? (button.dataset.copy === "simulator" ? simulatorLine(link) : link);
    const done = await copy(text);
    button.focus();
    announcement.textContent = done ? "Copied: " + printable(text) : "This browser does not let the page copy; select the text.";
    if (!done) return;
    const label = button.dataset.label ?? button.textContent;
    button.dataset.label = label;
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 1500);
  });
}

if (typeof document !== "undefined") {
  document.documentElement.classList.add("scripted");
  startField(JSON.parse(byId("rules").textContent));
  startSearch();
  startCopying();
}
