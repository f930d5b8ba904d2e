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

// MARK: Words

/** The words of a text, in lower case, without signs between them. */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How many letters have to be added, removed, changed or swapped with the next one to make the words equal. */
function difference(a, b) {
  let [before, last, row] = [[], [], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= b.length; j += 1) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.length];
}

/** The one of some words that was probably meant, or undefined: a word of eight letters may have two typing errors, one of two letters none. */
function meant(word, words) {
  const most = word.length < 3 ? 0 : word.length < 8 ? 1 : 2;
  let best;
  for (const other of words) {
    if (other === word) return word;
    if (Math.abs(other.length - word.length) > most) continue;
    const errors = difference(word, other);
    if (errors <= most && !(errors >= best?.errors)) best = { other, errors };
  }
  return best?.other;
}

// MARK: Links

/** Why a link is refused, in a sentence. */
const sentences = {
  "too-many-bytes": () => "The link is too long.",
  "too-many-segments": () => "The path has too many parts.",
  "too-many-query-items": () => "The link has too many parameters.",
  "missing-scheme": () => "A whole link begins with https:// and a host.",
  "missing-host": () => "After https: there must be two slashes and a host.",
  space: () => "The link has a space; write %20.",
  "control-character": () => "The link has a character that is not seen, such as a line break.",
  backslash: () => "The link has a backslash; write a slash.",
  "unknown-scheme": (name) => `No rule is for links that begin with ${name}:.`,
  "insecure-scheme": () => "The link begins with http://; here only https:// is accepted.",
  "user-info": () => "The link has an @ before its path, which can hide the real host.",
  "malformed-host": () => "What stands in the place of the host cannot be a host.",
  "unknown-host": (name) => `No rule is for the host ${name}.`,
  "malformed-port": () => "What stands after the host's colon is not a port.",
  "unexpected-port": () => "The link has a port, but links of its scheme have none.",
  "unknown-port": (port) => `No rule is for this host with the port ${port}.`,
  "malformed-escape": () => "The link has a % without two hexadecimal digits after it; for the sign itself write %25.",
  "invalid-utf8": () => "The link has bytes that are not text in UTF-8.",
  "dot-segment": () => "The path has a part that is only . or ..",
  "no-rule": (name) => `No rule of ${name} fits the link.`,
  "refused-by-rule": () => "This rule refuses the link.",
  "too-many-wrappers": () => "There is a link in a link, too many times.",
};

/** The sentence for a refusal. */
function sentence({ code, detail, wrappers }) {
  return (wrappers > 0 ? "This is about the link inside the link. " : "") + sentences[code](detail);
}

/** Whether a text that is refused was meant as a link, and not as words. */
function isMeantAsLink(text) {
  return /^[a-z][a-z0-9+.\-]*:\S/i.test(text) || /^[^\s\/]+\.[^\s\/.]+(\/|$)/.test(text);
}

/** A link that is accepted and differs a little from a refused text, or null: what people forget, add and mistype is corrected. */
function corrected(text, rules, rewrite, words) {
  const hosts = rules.hosts.exact.map(([name, port]) => (port === 0 ? name : `${name}:${port}`));
  const steps = [
    (link) => link.replace(/^[<("'“]+|[>)"'”.,;]+$/g, "").replace(/\s/g, "%20"),
    (link) => (link.startsWith("/") && hosts.length > 0 ? `https://${hosts[0]}${link}` : link),
    (link) => (/^[a-z][a-z0-9+.\-]*:(?!\d)/i.test(link) && !/^https?:/i.test(link) ? link : link.replace(/^(https?:)?[\/\\]*/i, "https://")),
    (link) => link.replace(/^(https:\/\/)([^\/?#]+)/, (all, start, host) => start + (meant(host.toLowerCase(), hosts) ?? host)),
    (link) => link.replace(/^([^:]*:\/\/[^\/?#]*)([^?#]*)/, (all, start, path) =>
      start + path.replace(/[\p{L}\p{N}]+/gu, (word) => meant(word.toLowerCase(), words) ?? word)),
  ];
  let link = text;
  for (const step of steps) {
    const next = step(link);
    if (next !== link && rewrite(next).refusal === undefined) return next;
    link = next;
  }
  return null;
}

// MARK: The field

/** The field that shows where a link leads, or the rules that have some words. */
function startField(rules) {
  const field = byId("field");
  const answer = byId("answer");
  const status = byId("found");
  const rewrite = makeRewriter(rules);
  const sections = [...document.querySelectorAll("section.source")];
  const entries = [...document.querySelectorAll("tbody tr")].map((row) => {
    const section = row.closest("section");
    const text = `${section.querySelector("header").textContent} ${row.textContent}`.toLowerCase();
    const [pattern, ...others] = [...row.querySelectorAll("code")].map((code) => code.textContent);
    return { row, section, text, pattern, words: new Set([pattern, ...others].flatMap(wordsOf)) };
  });
  const words = new Set(entries.flatMap((entry) => wordsOf(entry.text)));
  const pathWords = new Set(entries.flatMap((entry) => wordsOf(entry.pattern)));
  const of = (count) => `${count} of ${entries.length} ${entries.length === 1 ? "rule" : "rules"}`;

  /** Shows only these rules; without rules, only sections whose name has the text are left. */
  function show(found, told) {
    const shown = new Set(found);
    for (const entry of entries) entry.row.hidden = !shown.has(entry);
    for (const section of sections) {
      section.hidden = found !== entries && !found.some((entry) => entry.section === section);
    }
    status.textContent = told;
  }

  /** A line to copy, with a button. */
  function line(term, text, kind = "") {
    return [
      element("dt", { class: kind }, term),
      element(
        "dd",
        { class: "copyable " + kind },
        element("code", {}, printable(text)),
        element("button", { type: "button", "data-text": text, "aria-label": "Copy " + term.toLowerCase() }, "Copy"),
      ),
    ];
  }

  function accepted(result, link) {
    const source = rules.sources[result.source].name;
    const place = `rule-${result.source}-${result.rule}`;
    const entry = entries.find(({ row }) => row.id === place);
    const by = result.rule === null
      ? `No rule of ${source} fits; its links pass through unchanged.`
      : `By this rule of ${source}.`;
    const inside = result.wrappers > 0 ? ` It was inside ${result.wrappers === 1 ? "another link" : result.wrappers + " other links"}.` : "";
    answer.append(
      element("p", { class: "verdict" }, element("strong", {}, "Leads to"), " ", element("code", {}, printable(result.link))),
      element("p", { class: "by" }, by + inside),
      element(
        "dl",
        {},
        ...line("Link", link),
        ...line("Simulator", simulatorLine(link), "for-devices"),
        // A file's address leads nowhere on another machine.
        ...(location.protocol === "file:" ? [] : line("Address of this answer", location.href.split("#")[0] + addressOf(link))),
      ),
    );
    show(entry ? [entry] : [], entry ? of(1) + " makes this link." : "");
  }

  function suggest(link) {
    const { link: result } = rewrite(link);
    answer.append(
      element(
        "p",
        {},
        "Did you mean ",
        element("a", { href: addressOf(link) }, element("code", {}, printable(link))),
        "? It leads to ",
        element("code", {}, printable(result)),
        ".",
      ),
    );
  }

  function refused(refusal, link) {
    answer.append(element("p", { class: "verdict" }, element("strong", {}, "Not accepted."), " " + printable(sentence(refusal))));
    const suggestion = corrected(link, rules, rewrite, pathWords);
    if (suggestion !== null) {
      suggest(suggestion);
      const { source, rule } = rewrite(suggestion);
      const meantRules = entries.filter(({ row }) => row.id === `rule-${source}-${rule}`);
      if (meantRules.length > 0) return show(meantRules, "Its rule:");
    }
    const own = refusal.source === undefined ? entries : entries.filter(({ section }) => section.id === `source-${refusal.source}`);
    if (refusal.rule !== undefined) return show(own.filter(({ row }) => row.id === `rule-${refusal.source}-${refusal.rule}`), "");
    const wanted = wordsOf(link.replace(/^[^:]*:\/\/[^\/?#]*/, "")).filter((word) => /\p{L}/u.test(word));
    const near = own
      .map((entry) => {
        const here = wordsOf(entry.pattern);
        const scores = wanted.map((word) => (here.includes(word) ? 4 : meant(word, here) ? 3 : entry.words.has(word) ? 1 : 0));
        return { entry, score: scores.reduce((sum, score) => sum + score, 0) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 3)
      .map(({ entry }) => entry);
    if (near.length > 0) show(near, near.length === 1 ? "The nearest rule:" : `The ${near.length} nearest rules:`);
    else show(own, own === entries ? "No rule is near; these are all:" : "No rule is near; these are all for this host:");
  }

  /** Shows the rules that have all words; a word that no rule has stands for the most similar one. */
  function search(text) {
    const wanted = text.toLowerCase().split(/\s+/).map((word) =>
      entries.some((entry) => entry.text.includes(word)) ? word : word.replace(/[\p{L}\p{N}]+/gu, (part) => meant(part, words) ?? part));
    const found = entries.filter((entry) => wanted.every((word) => entry.text.includes(word)));
    const asked = wanted.join(" ");
    const isSame = asked === text.toLowerCase().split(/\s+/).join(" ");
    show(found, found.length === 0 ? "No rule has these words." : `${of(found.length)} ${found.length === 1 ? "has" : "have"} ${isSame ? "these words" : `'${asked}'`}.`);
    return found.length;
  }

  /** The text without surrounding white space; unpaired surrogates are replaced. */
  const typed = () => withoutBlanks(field.value).replace(/\p{Surrogate}/gu, "\u{FFFD}");

  /** Whether the text is a link, and not words. */
  let isLink = false;

  function update() {
    const text = typed();
    answer.replaceChildren();
    answer.className = "needs-script";
    if (text === "") return show(entries, "");
    const result = rewrite(text);
    isLink = result.refusal === undefined;
    if (isLink) return accepted(result, text);
    isLink = isMeantAsLink(text) && !(search(text) > 0 && !/[:\/]/.test(text));
    if (isLink) {
      answer.classList.add("refused");
      return refused(result.refusal, text);
    }
    search(text);
    const suggestion = /[\/.]/.test(text) ? corrected(text, rules, rewrite, pathWords) : null;
    if (suggestion !== null) suggest(suggestion);
  }

  /** Takes the text from the address; returns whether there was one. */
  function readAddress() {
    const text = textInAddress("url") ?? textInAddress("search");
    if (text === null) {
      // A rule that the address points to is shown, even if the field hides it.
      const target = location.hash === "" ? document.body : byId(location.hash.slice(1));
      if (field.value === "" || (target !== document.body && !target?.closest("[hidden]"))) return false;
      field.value = "";
      update();
      target.scrollIntoView();
      return false;
    }
    field.value = text;
    update();
    scrollTo(0, 0);
    return true;
  }

  const settle = whenQuiet(() => {
    update();
    const text = typed();
    const address = isLink ? addressOf(text) : "#search=" + encodeURIComponent(text);
    history.replaceState(null, "", text === "" ? location.pathname + location.search : address);
  }, 200);
  field.addEventListener("input", settle);
  addEventListener("hashchange", () => {
    // With the focus on the answer, keyboard users go on from there; a focus on the field would open a phone's keyboard.
    if (readAddress()) answer.focus({ preventScroll: true });
  });
  byId("commands").addEventListener("change", ({ target }) => document.documentElement.classList.toggle("commands", target.checked));
  // A reloaded page keeps the typed text.
  if (!readAddress() && field.value !== "") update();
}

/** The buttons that copy their own text or the link beside them. */
function startCopying() {
  const announcement = byId("copied");
  for (const item of document.querySelectorAll("td li")) {
    const link = item.querySelector("a").textContent;
    const button = (kind, style, label, what) =>
      element("button", { type: "button", class: style, "data-copy": kind, "aria-label": `Copy ${what}${link}` }, label);
    item.append(
      element(
        "span",
        { class: "buttons" },
        button("link", "", "Copy", ""),
        button("simulator", "for-devices", "Copy simctl", "the simulator command for "),
      ),
    );
  }

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
  startCopying();
}
