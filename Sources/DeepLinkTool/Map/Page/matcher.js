// Finds where a link leads, by the same steps as `URLRewriter.rewrite`.
//
// The rules come compiled: patterns are cut into segments and sorted, templates are cut into pieces. So nothing here reads a
// pattern or compares two of them; what remains is to split the link, find its rule and fill the template.
//
// Bytes are kept as text of the characters U+0000 to U+00FF, which is fast to cut and compare. Text that is shown, and
// the names and values of query items, are decoded.

/** Thrown when a link is refused: a code of `RewriteError`, what the obstacle names, and the source and rule if they are known. */
class Refusal {
  constructor(code, more) {
    Object.assign(this, { code }, more);
  }
}

/** Refuses the link that is being read. */
function refuse(code, more) {
  throw new Refusal(code, more);
}

// MARK: Text and bytes

const utf8 = new TextEncoder();

/** The UTF-8 bytes of a text. */
function bytesOf(text) {
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  let bytes = "";
  for (const byte of utf8.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text without ASCII white space at its ends. */
function withoutBlanks(text) {
  return text.replace(/^[ \t\n\f\r]+/, "").replace(/[ \t\n\f\r]+$/, "");
}

/** The bytes with ASCII letters in lower case. */
function folded(bytes) {
  return bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The text with percent escapes for each byte of a character that `escaped` matches. */
function encode(text, escaped) {
  return text.replace(escaped, (character) => {
    let escapes = "";
    for (const byte of bytesOf(character)) {
      const digits = byte.charCodeAt(0).toString(16).toUpperCase();
      escapes += "%" + (digits.length === 1 ? "0" : "") + digits;
    }
    return escapes;
  });
}

const notInSegment = /[^A-Za-z0-9\-._~!$&'()*+,;=:@]/gu;
const notInQuery = /[^A-Za-z0-9\-._~!$'()*,:@/?]/gu;
const notInFragment = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/gu;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes that are UTF-8; otherwise it throws. A byte order mark is ordinary text. */
function textOf(bytes) {
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Decodes percent-encoded text once, and refuses it for the first of its flaws. */
function decode(bytes, plusIsSpace = false) {
  const escaped = plusIsSpace ? bytes.replace(/\+/g, " ") : bytes;
  if (!/[%\x80-\xFF]/.test(escaped)) return escaped;
  const flaw = escaped.search(/%(?![0-9A-Fa-f]{2})/);
  const wellFormed = flaw < 0 ? escaped : escaped.slice(0, flaw);
  let text;
  try {
    text = textOf(wellFormed.replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))));
  } catch {
    refuse("invalid-utf8");
  }
  return flaw < 0 ? text : refuse("malformed-escape");
}

// MARK: Paths

/** The canonical spelling of a path that begins with a slash. */
function canonicalPath(bytes) {
  return "/" + bytes.split("/").filter((piece) => piece !== "").map(canonicalSegment).join("/");
}

/** A control character, each of its bytes plain or escaped. */
const control = /[\x00-\x1F\x7F]|%[01][0-9A-Fa-f]|%7[Ff]|(?:\xC2|%[Cc]2)(?:[\x80-\x9F]|%[89][0-9A-Fa-f])/;

function canonicalSegment(bytes) {
  const found = control.exec(bytes);
  // A flaw before the control character comes first.
  const segment = encodeSegment(decode(found ? bytes.slice(0, found.index) : bytes));
  if (found) refuse("control-character");
  if (segment === "." || segment === "..") refuse("dot-segment");
  return segment;
}

/** Text as it is spelled in a segment: a slash in it is escaped. */
function encodeSegment(text) {
  return encode(text, notInSegment);
}

// MARK: Segments with captures

/** A regular expression of a constraint, made once. */
function expression(constraint, name) {
  constraint.made = constraint.made || new RegExp(constraint[name]);
  return constraint.made;
}

/** Whether `place` is between the percent sign and the last digit of an escape. */
function isInsideEscape(segment, place) {
  return place < segment.length && (segment[place - 1] === "%" || segment[place - 2] === "%");
}

/**
 * Cuts a segment into literal text and captures, which alternate in `program`, with literal text first and last.
 *
 * Each capture takes the shortest text, from the right, with which everything to its left still matches. The first pass
 * marks from the left where each capture can start; the second chooses among these places, and so never backtracks.
 *
 * Returns the captured bytes in order, or null if the segment does not match.
 */
function split(program, segment, ignoresCase) {
  // Where case is ignored, literal text is already in lower case; words match exactly.
  const text = ignoresCase ? folded(segment) : segment;
  if (!text.startsWith(program[0])) return null;
  const count = (program.length - 1) / 2;
  const starts = [];
  for (let index = 0; index < count; index += 1) starts.push(new Uint8Array(segment.length + 1));
  starts[0][program[0].length] = 1;
  for (let index = 0; index < count; index += 1) {
    const literal = program[2 * index + 2];
    let found = false;
    forEachEnd(program[2 * index + 1], segment, starts[index], (end) => {
      if (!text.startsWith(literal, end) || isInsideEscape(segment, end)) return;
      const next = end + literal.length;
      if (index === count - 1) {
        found = found || next === segment.length;
      } else if (next < segment.length) {
        starts[index + 1][next] = 1;
        found = true;
      }
    });
    if (!found) return null;
  }
  const captures = [];
  let end = segment.length - program[2 * count].length;
  for (let index = count - 1; index >= 0; index -= 1) {
    const start = startOf(program[2 * index + 1], segment, starts[index], end);
    captures.unshift(segment.slice(start, end));
    end = start - program[2 * index].length;
  }
  return captures;
}

/** Calls `body` with each place where a capture can end that begins at one of its starts. */
function forEachEnd(constraint, segment, starts, body) {
  if (Array.isArray(constraint)) {
    for (let start = 0; start < segment.length; start += 1) {
      if (!starts[start]) continue;
      for (const word of constraint) {
        if (segment.startsWith(word, start)) body(start + word.length);
      }
    }
  } else if (constraint.whole) {
    const [whole, length] = [expression(constraint, "whole"), constraint.length];
    for (let start = 0; start < segment.length; start += 1) {
      if (starts[start] && whole.test(segment.slice(start, start + length))) body(start + length);
    }
  } else {
    const allowed = expression(constraint, "byte");
    let isOpen = false;
    for (let place = 0; place < segment.length; place += 1) {
      isOpen = (isOpen || starts[place] === 1) && allowed.test(segment[place]);
      if (isOpen) body(place + 1);
    }
  }
}

/** The rightmost start from which a capture can end at `end`; the first pass made sure that there is one. */
function startOf(constraint, segment, starts, end) {
  if (Array.isArray(constraint)) {
    let best = -1;
    for (const word of constraint) {
      const start = end - word.length;
      if (start > best && starts[start] && segment.startsWith(word, start)) best = start;
    }
    return best;
  }
  if (constraint.whole) return end - constraint.length;
  const allowed = expression(constraint, "byte");
  let place = end - 1;
  while (place >= 0 && allowed.test(segment[place])) {
    if (starts[place]) return place;
    place -= 1;
  }
  return -1;
}

// MARK: The rules of a source

/** Segments of a pattern that are not literal text; numbers from 0 on are programs of the source. */
const plainCapture = -1;
const catchAll = -2;
const optionalCatchAll = -3;

/** The tree of segments that leads to the groups of rules with the same path. */
class Trie {
  constructor(source) {
    this.source = source;
    this.root = Trie.node();
    const all = [this.root];
    source.groups.forEach(([segments], group) => {
      let node = this.root;
      for (const segment of segments) {
        const table = typeof segment === "string" ? node.literals : node.captures;
        let next = table.get(segment);
        if (!next) {
          next = Trie.node();
          all.push(next);
          table.set(segment, next);
        }
        node = next;
      }
      node.group = group;
    });
    for (const node of all) {
      // The programs are numbered in order of precedence.
      node.programs = [...node.captures].filter(([segment]) => segment >= 0).sort(([a], [b]) => a - b);
    }
  }

  static node() {
    return { group: -1, literals: new Map(), captures: new Map(), programs: [] };
  }

  /** Calls `accept` with the groups whose path matches, the most specific first, until it returns true. */
  first(path, accept) {
    const segments = path === "/" ? [] : path.slice(1).split("/");
    return this.walk(this.root, segments, 0, [], accept, new Set());
  }

  walk(node, segments, index, captures, accept, entered) {
    if (index === segments.length) {
      return (node.group >= 0 && accept(node.group, captures)) || this.takeNothing(node, captures, accept);
    }
    const segment = segments[index];
    const { programs, options: { ignoresCase } } = this.source;
    const goOn = (next, end, own) => this.walk(next, segments, end, captures.concat(own), accept, entered);
    const literal = node.literals.get(ignoresCase ? folded(segment) : segment);
    if (literal && goOn(literal, index + 1, [])) return true;
    for (const [number, next] of node.programs) {
      const own = split(programs[number], segment, ignoresCase);
      if (own && goOn(next, index + 1, own)) return true;
    }
    const plain = node.captures.get(plainCapture);
    if (plain && goOn(plain, index + 1, [segment])) return true;
    const kinds = [catchAll, optionalCatchAll].filter((kind) => node.captures.has(kind));
    const taken = (end) => (end === index ? null : segments.slice(index, end).join("/"));
    for (const kind of kinds) {
      const next = node.captures.get(kind);
      // A walk can only come back to a catch-all with later segments, and it has already continued from all of those.
      if (entered.has(next)) continue;
      entered.add(next);
      for (let end = kind === catchAll ? index + 1 : index; end < segments.length; end += 1) {
        if (goOn(next, end, [taken(end)])) return true;
      }
      if (this.takeNothing(next, captures.concat([taken(segments.length)]), accept)) return true;
    }
    return kinds.some((kind) => {
      const { group } = node.captures.get(kind);
      return group >= 0 && accept(group, captures.concat([taken(segments.length)]));
    });
  }

  /** At the end of a path, tries the groups after catch-alls that may be empty; these capture null. */
  takeNothing(node, captures, accept) {
    const next = node.captures.get(optionalCatchAll);
    if (!next) return false;
    const all = captures.concat([null]);
    return (next.group >= 0 && accept(next.group, all)) || this.takeNothing(next, all, accept);
  }
}

/** The captures of an item's value, or null if it does not match. */
function splitValue(program, value) {
  const segment = encodeSegment(value);
  const own = segment === "" ? null : split(program, segment, false);
  return own && own.map((text) => decode(text));
}

/** A value that must be a path, without its leading slash, or null if it is none. */
function splitPath(value) {
  const path = value.replace(/^\//, "");
  const isPath = !/[\x00-\x1F\x7F-\x9F]/.test(path) && path.split("/").every((piece) => !/^\.{0,2}$/.test(piece));
  return isPath ? [path] : null;
}

/** The captures of a text by a condition's program, or null if it does not match; without a program, any text does. */
function capturesOf(program, text) {
  if (program === undefined) return [text];
  return program === "path" ? splitPath(text) : splitValue(program, text);
}

/** The item that a condition is about: without a name, one without a value that fits and that no other condition names. */
function itemOf([name, , , , program], rule, items) {
  const isNamed = (item) => rule.conditions.some(([other]) => other === item.name);
  const fits = (item) => item.value === null && !isNamed(item) && capturesOf(program, item.name);
  return items.find((item) => (name === null ? fits(item) : item.name === name));
}

/** The captures of a rule's conditions on query items and the fragment, or null if these do not match. */
function itemCaptures(rule, items, fragment, ignoresMalformed) {
  const captures = [];
  for (const condition of rule.conditions) {
    const [name, kind, ...parts] = condition;
    // An empty fragment counts as absent.
    const item = name !== 0 ? itemOf(condition, rule, items) : fragment ? { value: fragment } : undefined;
    if (kind === "flag") {
      if (!item || item.value !== null) return null;
    } else if (kind === "equals") {
      if (!item || item.value !== parts[0]) return null;
    } else {
      const [index, isOptional, program] = parts;
      const value = item ? (name === null ? item.name : item.value) : null;
      if (value === null) {
        if (!isOptional) return null;
      } else if (program === undefined) {
        // A path has no empty segments, so a capture in it cannot be empty.
        if (value !== "" || !rule.notEmpty.includes(index)) captures[index] = value;
        else if (!isOptional) return null;
      } else {
        const own = capturesOf(program, value);
        if (!own && isOptional && ignoresMalformed) continue;
        if (!own) return null;
        own.forEach((text, offset) => (captures[index + offset] = text));
      }
    }
  }
  return captures;
}

/** Whether a source with this `query` option keeps an item of this name. */
function keeps(query, name) {
  if (query === "drop") return false;
  if (query?.keepOnly) return query.keepOnly.includes(name);
  return !(query?.strip ?? []).some((stripped) =>
    stripped.endsWith("*")
      ? folded(name).startsWith(folded(stripped.slice(0, -1)))
      : folded(name) === folded(stripped),
  );
}

// MARK: Links

/** Makes the function that finds where a link leads. */
function makeRewriter(rules) {
  const exactHosts = new Map(rules.hosts.exact.map(([name, port, source]) => [`${name}:${port}`, source]));
  const hostPorts = [...rules.hosts.exact.map(([, port]) => port), ...rules.hosts.groups.map(([[port]]) => Number(port))];
  const schemes = new Map(rules.schemes);
  const [maximumBytes, maximumSegments, maximumItems] = rules.limits;

  /** The trie of a source or of the hosts, made for the first link that needs it. */
  function trie(source) {
    source.trie = source.trie || new Trie(source);
    return source.trie;
  }

  /** The internal link of a link and the rule that made it, or the refusal. */
  function rewrite(text) {
    let wrappers = 0;
    try {
      let result = read(trimmed(bytesOf(text)));
      while (result.wrapped !== undefined) {
        if (wrappers === rules.wrappers) refuse("too-many-wrappers");
        wrappers += 1;
        result = read(bytesOf(result.wrapped));
      }
      return { ...result, wrappers };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: { ...error, wrappers } };
      throw error;
    }
  }

  /** The link without surrounding white space, which counts for the limit. */
  function trimmed(bytes) {
    if (bytes.length > maximumBytes) refuse("too-many-bytes");
    return withoutBlanks(bytes);
  }

  function read(bytes) {
    if (bytes.length > maximumBytes) refuse("too-many-bytes");
    const origin = readOrigin(bytes);
    const located = locate(origin);
    const source = rules.sources[located.source];
    if (source.wholeLink) return handOver(bytes, source, located);
    const parts = readParts(bytes, origin);
    let reading = { path: parts.path, fragmentQuery: null, query: parts.query, fragment: parts.fragment };
    let length = parts.length;
    if (source.options.fragment === "path" && parts.fragment) {
      // A number sign in a fragment is text.
      const [path, query] = cut(parts.fragment, "?");
      reading = { path, replacedPath: parts.path, fragmentQuery: query, query: parts.query, fragment: null };
      length = parts.fragmentLength;
    } else if (source.options.fragment === "query") {
      reading = { path: parts.path, fragmentQuery: parts.fragment, query: parts.query, fragment: null };
    }
    // The link from its path to its end.
    reading.rest = bytes.slice(bytes.length - length);
    Object.assign(reading, { source, located });
    checkSizes(reading);
    for (const path of [reading.replacedPath ?? "", reading.path]) {
      refuseUnreadable(path);
      canonicalPath(path);
    }
    return match(canonicalPath(reading.path), reading);
  }

  /** The link that a source makes of the whole text of a link, of which only the characters are checked. */
  function handOver(bytes, source, located) {
    if (/[\x00-\x1F\x7F-\x9F]/.test(textOf(bytes))) refuse("control-character");
    const choice = { rule: source.wholeLink, captures: [null], items: [], segments: 0 };
    return { ...apply(choice, { source, located, path: "", rest: bytes }, [], null), source: located.source, rule: 0 };
  }

  // MARK: The beginning of a link

  function readOrigin(bytes) {
    const web = /^(https?):\/\/([^/?#]*)/i.exec(bytes);
    if (web) return { isSecure: web[1].length === 5, authority: web[2], end: web[0].length };
    const scheme = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(bytes)?.[1];
    if (scheme === undefined) refuse("missing-scheme");
    // Browsers repair web links without two slashes.
    if (/^https?$/i.test(scheme)) {
      refuse(bytes.slice(scheme.length + 1, scheme.length + 3).includes("\\") ? "backslash" : "missing-host");
    }
    return { scheme: folded(scheme), end: scheme.length };
  }

  function locate({ scheme, isSecure, authority }) {
    if (scheme !== undefined) {
      const source = schemes.get(scheme);
      if (source === undefined) refuse("unknown-scheme", { detail: scheme });
      return { source };
    }
    if (!rules.hosts.any && hostPorts.length === 0) refuse("unknown-scheme", { detail: isSecure ? "https" : "http" });
    if (authority.includes("@")) refuse("user-info");
    if (authority === "") refuse("missing-host");
    const { host, digits } = splitPort(authority);
    const flaw = hostFlaw(host);
    if (flaw === "host") refuseHost(host);
    let port = 0;
    if (digits !== null) {
      port = /^[1-9][0-9]{0,4}$/.test(digits) ? Number(digits) : 0;
      if (port === 0 || port > 65535) refuse("malformed-port");
      if (port === (isSecure ? 443 : 80)) port = 0;
    }
    const found = findHost(host, port, flaw !== null);
    if (found === null) {
      const isKnown = [0, ...hostPorts].some((other) => findHost(host, other, flaw !== null));
      if (isKnown) refuse("unknown-port", { detail: port || (isSecure ? 443 : 80) });
      refuse(flaw === null ? "unknown-host" : "malformed-host", { detail: host });
    }
    if (!isSecure && !rules.sources[found.source].allowsHTTP) refuse("insecure-scheme");
    return found;
  }

  function splitPort(authority) {
    const [, host, port] = /^(\[[^\]]*\]|[^:[]*)(:.*)?$/.exec(authority) ?? refuse("malformed-host");
    return { host, digits: port === undefined ? null : port.slice(1) };
  }

  /** Refuses a byte that no host has. */
  function refuseHostByte(byte) {
    if (byte === undefined) return;
    refuseUnreadable(byte);
    refuse("malformed-host");
  }

  /** Refuses a host for the first of its flaws. */
  function refuseHost(host) {
    const [start] = /^(?:[A-Za-z0-9\-_]{1,63}\.)*[A-Za-z0-9\-_]*/.exec(host);
    if (host[start.length] !== ".") refuseHostByte(host[start.length]);
    refuse("malformed-host");
  }

  /** The fault of a host's spelling: `host`, or `address`, which a configuration may still name; null if there is none. */
  function hostFlaw(host) {
    if (host[0] === "[") return "address";
    const labels = host.split(".");
    if (host.length > 253 || !labels.every((label) => /^[A-Za-z0-9\-_]{1,63}$/.test(label))) return "host";
    // Browsers read a host whose last label is a number as an address.
    return /^([0-9]+|0x[0-9a-f]*)$/i.test(labels[labels.length - 1]) ? "address" : null;
  }

  /** Refuses bytes that no link has before its fragment; in the fragment, backslashes are text. */
  function refuseUnreadable(bytes, isFragment = false) {
    const found = (isFragment ? /[\x00-\x20\x7F]/ : /[\x00-\x20\x7F\\]/).exec(bytes)?.[0];
    if (found) refuse(found === " " ? "space" : found === "\\" ? "backslash" : "control-character");
  }

  /** The source of a host, or null. */
  function findHost(host, port, isAddress) {
    const found = findNamedHost(host, port, isAddress);
    if (found || !rules.hosts.any || isAddress || port !== 0 || !host.includes(".")) return found;
    // A host that a source names with another port belongs to that source.
    if (hostPorts.some((other) => findNamedHost(host, other, isAddress)) || hasInternationalizedLabel(host)) return null;
    const [source, capture] = rules.hosts.any;
    return { source, capture, captured: folded(host) };
  }

  /** The source that names a host, or null; what looks like an address must be named exactly, as no capture may take it. */
  function findNamedHost(host, port, isAddress) {
    const source = exactHosts.get(`${folded(host)}:${port}`);
    if (source !== undefined) return { source };
    let found = null;
    if (isAddress) return found;
    const labels = folded(host).split(".").reverse();
    trie(rules.hosts).first(`/${port}/${labels.join("/")}`, (group, [captured]) => {
      const [source, capture] = rules.hosts.groups[group][1];
      if (!hasInternationalizedLabel(captured)) found = { source, capture, captured };
      return true;
    });
    return found;
  }

  /** Whether a label between dots or slashes is one that browsers check themselves; captures do not match such labels. */
  function hasInternationalizedLabel(labels) {
    return folded(labels).split(/[./]/).some((label) => label.startsWith("xn--"));
  }

  // MARK: The rest of a link

  /** The text before the first `mark`, and the text after it or null if there is no mark. */
  function cut(bytes, mark) {
    const place = bytes.indexOf(mark);
    return place < 0 ? [bytes, null] : [bytes.slice(0, place), bytes.slice(place + 1)];
  }

  function readParts(bytes, origin) {
    const start = origin.scheme === undefined ? origin.end : startOfCustomPath(bytes, origin.end + 1);
    const [rest, whole] = cut(bytes.slice(start), "#");
    const [path, query] = cut(rest, "?");
    refuseUnreadable(query ?? "");
    refuseUnreadable(whole ?? "", true);
    const parts = { path, query, fragment: whole, length: bytes.length - start, fragmentLength: whole?.length ?? 0 };
    // Browsers take off what follows ":~:".
    const directive = origin.scheme === undefined ? (whole ?? "").indexOf(":~:") : -1;
    if (directive < 0) return parts;
    decode(whole.slice(directive));
    return { ...parts, fragment: whole.slice(0, directive) };
  }

  /** Where the path of a custom scheme begins: at the slash before its first segment, if there is one. */
  function startOfCustomPath(bytes, start) {
    if (bytes[start] !== "/" || bytes[start + 1] !== "/") return start;
    const authority = /^[^/?#]*/.exec(bytes.slice(start + 2))[0];
    if (authority.includes("@")) refuse("user-info");
    const odd = /[^A-Za-z0-9\-._~!$&'()*+,;=]/.exec(authority)?.[0];
    if (odd === ":") refuse("unexpected-port");
    refuseHostByte(odd);
    // If nothing stands in the host's place, the path has its own slash.
    return authority === "" && bytes[start + 2] === "/" ? start + 2 : start + 1;
  }

  function checkSizes({ path, replacedPath, fragmentQuery, query }) {
    const pieces = (bytes, mark) => (bytes ?? "").split(mark).filter((piece) => piece !== "").length;
    if (pieces(path, "/") > maximumSegments || pieces(replacedPath, "/") > maximumSegments) refuse("too-many-segments");
    if (pieces(fragmentQuery, "&") + pieces(query, "&") > maximumItems) refuse("too-many-query-items");
  }

  /** All items of the link, those of the fragment's query first. */
  function readItems({ source, fragmentQuery, query }) {
    return [fragmentQuery, query].flatMap((bytes) =>
      (bytes ?? "").split("&").flatMap((piece) => {
        const [name, value] = cut(piece, "=");
        const text = (bytes) => decode(bytes, source.options.plusIsSpace);
        // An item without a name is dropped, but must be well formed.
        const item = { name: text(name), value: value === null ? null : text(value) };
        return name === "" ? [] : [item];
      }),
    );
  }

  // MARK: The rule, and what it makes

  function match(path, reading) {
    const { source } = reading;
    // Malformed items and fragments are refused, whatever the rule does with them.
    const items = readItems(reading);
    const fragment = reading.fragment === null ? null : decode(reading.fragment);
    let choice = null;
    trie(source).first(path, (group, captures) => {
      for (const rule of source.groups[group][1]) {
        const own = itemCaptures(rule, items, fragment, source.options.malformedOptionals === "ignore");
        if (own) {
          choice = { rule, captures: withRest(rule, ownCaptures(source, rule, path) ?? captures), items: own, segments: path === "/" ? 0 : path.split("/").length - 1 };
          return true;
        }
      }
      return false;
    });
    const number = rules.sources.indexOf(source);
    if (choice) return { ...apply(choice, reading, items, fragment), source: number, rule: choice.rule.number };
    if (source.options.unmatched !== "passThrough") refuse("no-rule", { detail: source.name, source: number });
    const others = items.filter((item) => keeps(source.options.query, item.name));
    return { link: made(path, others, fragment), source: number, rule: null };
  }

  /** The captures of a rule whose path is spelled differently from its group's; null if it is not. */
  function ownCaptures(source, { ownPath }, path) {
    let found = null;
    if (ownPath) new Trie({ ...source, groups: [[ownPath, []]] }).first(path, (_, captures) => (found = captures));
    return found;
  }

  /** The captures, where one goes on with the next one if the rule says so: a catch-all behind text in its segment. */
  function withRest({ withRest: index }, captures) {
    if (index === undefined || captures[index + 1] === null) return captures;
    const own = captures.slice();
    own[index] += `/${captures[index + 1]}`;
    return own;
  }

  /** The rest of the link as it was written, after this many segments and the slash that ends the last of them. */
  function writtenRest({ path, rest }, segments) {
    let start = 0;
    for (let index = 0; index < segments; index += 1) start += /^\/*[^/]+/.exec(path.slice(start))[0].length;
    if (path[start] === "/") start += 1;
    return textOf(rest.slice(start));
  }

  function apply({ rule, captures, items: ownItems, segments }, reading, known, fragment) {
    const { source, located } = reading;
    if (rule.refuses) refuse("refused-by-rule", { source: rules.sources.indexOf(source), rule: rule.number });
    /** The text of a capture, or undefined if it is absent. */
    const text = ([kind, index]) => {
      if (kind === "path") return captures[index] === null ? undefined : decode(captures[index]);
      if (kind === "rest") {
        const own = captures[index] === null ? 0 : captures[index].split("/").length;
        return writtenRest(reading, segments - own) || undefined;
      }
      if (kind === "item") return ownItems[index];
      if (kind === "host" && index === located.capture) return located.captured;
      return undefined;
    };
    /** The text of literal pieces and captures, or undefined if one of them is absent. */
    const joined = (parts) => {
      const texts = parts.map((part) => (typeof part === "string" ? part : text(part)));
      return texts.includes(undefined) ? undefined : texts.join("");
    };
    if (rule.target) return { wrapped: text(rule.target) ?? refuse("no-rule", { detail: source.name, source: rules.sources.indexOf(source) }) };
    let path = "";
    if (typeof rule.path === "string") {
      path = rule.path;
    } else {
      for (const segment of rule.path) {
        if (typeof segment === "string") {
          path += segment;
        } else if (segment.length === 1 && segment[0][0] === "path") {
          // A part of a canonical path is canonical; a catch-all keeps its slashes.
          const own = captures[segment[0][1]];
          if (own !== null) path += "/" + own;
        } else if (segment[0][0] === "segments") {
          const own = ownItems[segment[0][1]];
          if (own === undefined) continue;
          const pieces = own.split("/");
          if (pieces.length > maximumSegments) refuse("too-many-segments");
          path += "/" + pieces.map(encodeSegment).join("/");
        } else {
          const value = joined(segment);
          if (value !== undefined) path += "/" + encodeSegment(value);
        }
      }
      if (path.length > maximumBytes) refuse("too-many-bytes");
      path = canonicalPath(path);
    }
    const items = [];
    for (const [name, parts] of rule.items) {
      const value = parts === null ? null : joined(parts);
      if (value !== undefined) items.push({ name, value });
    }
    const taken = new Set([...items.map((item) => item.name), ...rule.conditions.map(([name]) => name)]);
    const unnamed = rule.conditions.filter(([name]) => name === null).map((condition) => itemOf(condition, rule, known))[0];
    for (const item of known) {
      if (item === unnamed) continue;
      if (!rule.takesWholeRest && !taken.has(item.name) && keeps(source.options.query, item.name)) items.push(item);
    }
    const asked = rule.conditions.find(([name]) => name === 0);
    const isUsed = rule.takesWholeRest || (asked && (asked[1] === "equals" || ownItems[asked[2]] !== undefined));
    const ownFragment = (rule.fragment && text(rule.fragment)) ?? (isUsed ? null : fragment);
    return { link: made(path, items, ownFragment) };
  }

  /** The text of an internal link. */
  function made(path, items, fragment) {
    const query = items.map(
      ({ name, value }) => encode(name, notInQuery) + (value === null ? "" : "=" + encode(value, notInQuery)),
    );
    return (
      path +
      (query.length > 0 ? "?" + query.join("&") : "") +
      (fragment === null ? "" : "#" + encode(fragment, notInFragment))
    );
  }

  return rewrite;
}
