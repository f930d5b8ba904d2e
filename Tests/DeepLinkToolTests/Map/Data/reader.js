// Acts as a reader of the page and notes the results.
const notes = [];
const copied = [];
Object.defineProperty(navigator, "clipboard", {
  value: { writeText: async (text) => void copied.push(text) },
});
const quiet = () => new Promise((resolve) => setTimeout(resolve, 500));
const shown = () => document.querySelectorAll("tbody tr:not([hidden])").length;
async function type(id, text) {
  byId(id).value = text;
  byId(id).dispatchEvent(new Event("input", { bubbles: true }));
  await quiet();
}
async function go(hash) {
  location.hash = hash;
  await quiet();
}
(async () => {
  notes.push(`${shown()} rules`);
  for (const words of ["ROOM event", "romo evnt", "no such words"]) {
    await type("field", words);
    notes.push(`${shown()} found: ${byId("found").textContent}`);
  }
  await go("#rule-0-3");
  notes.push(`${shown()} after following a link to a rule, field '${byId("field").value}'`);
  const link = document.querySelector("td li a");
  await go(link.getAttribute("href"));
  notes.push(`focus on ${document.activeElement.id}`);
  notes.push(`field: ${byId("field").value === link.textContent}`);
  notes.push(`${shown()} rule shown: ${document.querySelector("tbody tr:not([hidden])").id}`);
  const commands = () => getComputedStyle(document.querySelector("td .for-devices")).display !== "none";
  notes.push(`commands: ${commands()}`);
  byId("commands").click();
  notes.push(`commands: ${commands()}`);
  for (const button of document.querySelectorAll("td li:first-child button")) {
    if (copied.length === 2) break;
    button.click();
    await quiet();
  }
  notes.push(`copied: ${copied[0] === link.textContent} ${copied[1].startsWith("xcrun simctl openurl booted 'https://")}`);
  notes.push(`told: ${byId("copied").textContent === "Copied: " + copied[1]}`);
  await type("field", "https://matrix.to/#/@a:b.org");
  notes.push(byId("answer").querySelector(".verdict").textContent);
  notes.push(decodeURIComponent(location.hash));
  await type("field", "");
  notes.push(`empty: ${byId("answer").childElementCount === 0 && location.hash === ""}`);
  const named = [...document.querySelectorAll("button, a, input")].every(
    (element) => element.tabIndex === 0 && (element.labels?.length || element.textContent.trim() !== ""),
  );
  notes.push(`all controls have names and can be reached: ${named}`);
  const pre = document.createElement("pre");
  pre.id = "notes";
  pre.textContent = notes.join("\n");
  document.body.append(pre);
})();
