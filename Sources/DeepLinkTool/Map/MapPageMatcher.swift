extension MapPage {
    /// The script that tells where a link leads: the port of the matching, which needs no page.
    static let matcher = #"""
        // Where a link leads, by the same steps in which `URLRewriter.rewrite` decides it.
        //
        // The rules come compiled: patterns are cut into segments and put in order, templates into pieces. So nothing here reads a
        // pattern or weighs one against another; what is left is to cut the link up, to find its rule and to fill the template.
        //
        // Bytes are kept as text of the characters U+0000 to U+00FF, which is quick to cut and to compare. Text that is shown, and
        // the names and values of query items, are decoded.

        /** Why and where a link is refused; `part` and `offset` are as in `RewriteError`. */
        class Refusal {
          constructor(reason, part, offset, detail) {
            this.reason = reason;
            this.part = part;
            this.offset = offset;
            this.detail = detail;
            this.source = "";
            this.wrappers = 0;
          }
        }

        /** Refuses the link that is being read. */
        function refuse(reason, part, offset, detail, source) {
          const refusal = new Refusal(reason, part, offset, detail);
          refusal.source = source ? source.name : "";
          throw refusal;
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

        /** ASCII letters in lower case; all else as it is. */
        function folded(bytes) {
          return bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
        }

        /** The data with an escape for each byte of a character that `escaped` matches. */
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

        /** The byte at `place`, plain or escaped, and the place behind it; -1 where a percent sign has no two digits. */
        function byteAt(bytes, place) {
          if (bytes[place] !== "%") return [bytes.charCodeAt(place), place + 1];
          const digits = bytes.slice(place + 1, place + 3);
          if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return [-1, place + 1];
          return [parseInt(digits, 16), place + 3];
        }

        /**
         * Reads a character whose UTF-8 bytes may be plain or escaped: no overlong forms, no surrogates, nothing above U+10FFFF.
         *
         * Returns the character and the place behind it, or the reason why there is none.
         */
        function characterAt(bytes, start) {
          let [first, place] = byteAt(bytes, start);
          if (first === -1) return { flaw: "malformedEscape" };
          if (first < 0x80) return { scalar: first, end: place };
          if (first < 0xc2 || first > 0xf4) return { flaw: "invalidUTF8" };
          const count = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
          let scalar = first & (0x3f >> count);
          for (let index = 0; index < count; index += 1) {
            if (place >= bytes.length) return { flaw: "invalidUTF8" };
            let byte;
            [byte, place] = byteAt(bytes, place);
            let [low, high] = [0x80, 0xbf];
            if (index === 0 && first === 0xe0) low = 0xa0;
            if (index === 0 && first === 0xed) high = 0x9f;
            if (index === 0 && first === 0xf0) low = 0x90;
            if (index === 0 && first === 0xf4) high = 0x8f;
            if (byte < low || byte > high) return { flaw: "invalidUTF8" };
            scalar = (scalar << 6) | (byte & 0x3f);
          }
          return { scalar, end: place };
        }

        /** Decodes percent-encoded text once; `fail` is told what stands in the way, and where in `bytes`. */
        function decode(bytes, plusIsSpace, fail) {
          if (!/[%\x80-\xFF]/.test(bytes)) return plusIsSpace ? bytes.replace(/\+/g, " ") : bytes;
          let text = "";
          let place = 0;
          while (place < bytes.length) {
            const byte = bytes[place];
            if (byte === "%" || byte >= "\x80") {
              const { flaw, scalar, end } = characterAt(bytes, place);
              if (flaw) fail(flaw, place);
              text += String.fromCodePoint(scalar);
              place = end;
            } else {
              text += plusIsSpace && byte === "+" ? " " : byte;
              place += 1;
            }
          }
          return text;
        }

        /** Decodes a part of a canonical path, in which nothing stands in the way. */
        function decodeCanonical(bytes) {
          return decode(bytes, false, () => {});
        }

        // MARK: Paths

        /** The canonical spelling of a path that begins with a slash; `fail` is told what stands in the way, and where. */
        function canonicalPath(bytes, fail) {
          let path = "";
          let start = 1;
          while (start < bytes.length) {
            let end = bytes.indexOf("/", start);
            if (end < 0) end = bytes.length;
            if (end > start) {
              const base = start;
              path += "/" + canonicalSegment(bytes.slice(start, end), (flaw, at) => fail(flaw, base + at));
            }
            start = end + 1;
          }
          return path || "/";
        }

        function canonicalSegment(bytes, fail) {
          let text = "";
          let place = 0;
          while (place < bytes.length) {
            const { flaw, scalar, end } = characterAt(bytes, place);
            if (flaw) fail(flaw, place);
            if (scalar < 0x20 || (scalar >= 0x7f && scalar <= 0x9f)) fail("controlCharacter", place);
            text += String.fromCodePoint(scalar);
            place = end;
          }
          const segment = encode(text, notInSegment);
          if (segment === "." || segment === "..") fail("dotSegment", 0);
          return segment;
        }

        /** Data as the spelling of a segment: a slash in it never is one. */
        function encodeSegment(text) {
          return encode(text, notInSegment);
        }

        // MARK: Segments with captures

        const constraints = {
          any: /[^]/,
          int: /[0-9]/,
          hex: /[0-9A-Fa-f]/,
          alpha: /[A-Za-z]/,
          alnum: /[A-Za-z0-9]/,
          slug: /[A-Za-z0-9\-._~]/,
        };
        const uuid = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;

        /** Whether `place` lies between the percent sign and the last digit of an escape. */
        function isInsideEscape(segment, place) {
          return place < segment.length && (segment[place - 1] === "%" || segment[place - 2] === "%");
        }

        /**
         * Cuts a segment into literal text and captures: `program` has them in turn, beginning and ending with literal text.
         *
         * Each capture takes the shortest text, from the right, with which everything to its left still fits. The first pass
         * notes from the left where each capture can start; the second chooses among those, and so never goes back.
         *
         * Returns the captured bytes in order, or null if the segment does not fit.
         */
        function split(program, segment, ignoresCase) {
          // Literal text and lists of words are in lower case already where case does not count.
          const text = ignoresCase ? folded(segment) : segment;
          if (!text.startsWith(program[0])) return null;
          const count = (program.length - 1) / 2;
          const starts = [];
          for (let index = 0; index < count; index += 1) starts.push(new Uint8Array(segment.length + 1));
          starts[0][program[0].length] = 1;
          for (let index = 0; index < count; index += 1) {
            const literal = program[2 * index + 2];
            let found = false;
            forEachEnd(program[2 * index + 1], segment, text, starts[index], (end) => {
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
            const start = startOf(program[2 * index + 1], segment, text, starts[index], end);
            captures.unshift(segment.slice(start, end));
            end = start - program[2 * index].length;
          }
          return captures;
        }

        /** Calls `body` with each place where a capture can end that starts at one of its starts. */
        function forEachEnd(constraint, segment, text, starts, body) {
          if (Array.isArray(constraint)) {
            for (let start = 0; start < segment.length; start += 1) {
              if (!starts[start]) continue;
              for (const word of constraint) {
                if (text.startsWith(word, start)) body(start + word.length);
              }
            }
          } else if (constraint === "uuid") {
            for (let start = 0; start < segment.length; start += 1) {
              if (starts[start] && uuid.test(segment.slice(start, start + 36))) body(start + 36);
            }
          } else {
            const allowed = constraints[constraint];
            let isOpen = false;
            for (let place = 0; place < segment.length; place += 1) {
              isOpen = (isOpen || starts[place] === 1) && allowed.test(segment[place]);
              if (isOpen) body(place + 1);
            }
          }
        }

        /** The rightmost start from which a capture can end at `end`; there is one, since the first pass came by. */
        function startOf(constraint, segment, text, starts, end) {
          if (Array.isArray(constraint)) {
            let best = -1;
            for (const word of constraint) {
              const start = end - word.length;
              if (start > best && starts[start] && text.startsWith(word, start)) best = start;
            }
            return best;
          }
          if (constraint === "uuid") return end - 36;
          const allowed = constraints[constraint];
          let place = end - 1;
          while (place >= 0 && allowed.test(segment[place])) {
            if (starts[place]) return place;
            place -= 1;
          }
          return -1;
        }

        // MARK: The rules of a source

        /** Segments in a pattern that are no literal text: their numbers from 0 on are programs of the source. */
        const plainCapture = -1;
        const catchAll = -2;

        /** The nodes that lead from segment to segment to the groups of rules with the same path. */
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
              // The numbers of programs are in order of precedence.
              node.programs = [...node.captures].filter(([segment]) => segment >= 0).sort(([a], [b]) => a - b);
            }
          }

          static node() {
            return { group: -1, literals: new Map(), captures: new Map(), programs: [] };
          }

          /** Calls `accept` with the groups whose path fits, the most specific first, until it returns true. */
          first(path, accept) {
            const segments = path === "/" ? [] : path.slice(1).split("/");
            return this.walk(this.root, segments, 0, [], accept);
          }

          walk(node, segments, index, captures, accept) {
            if (index === segments.length) return node.group >= 0 && accept(node.group, captures);
            const segment = segments[index];
            const { ignoresCase, programs } = this.source;
            const literal = node.literals.get(ignoresCase ? folded(segment) : segment);
            if (literal && this.walk(literal, segments, index + 1, captures, accept)) return true;
            for (const [number, next] of node.programs) {
              const own = split(programs[number], segment, ignoresCase);
              if (own && this.walk(next, segments, index + 1, captures.concat(own), accept)) return true;
            }
            const plain = node.captures.get(plainCapture);
            if (plain && this.walk(plain, segments, index + 1, captures.concat(segment), accept)) return true;
            const rest = node.captures.get(catchAll);
            return rest ? accept(rest.group, captures.concat(segments.slice(index).join("/"))) : false;
          }
        }

        /** The captures of a rule's conditions on query items, or null if the items do not fit. */
        function itemCaptures(rule, items) {
          const captures = [];
          for (const [name, kind, ...parts] of rule.conditions) {
            const item = items.find((item) => item.name === name);
            if (kind === "flag") {
              if (!item || item.value !== null) return null;
            } else if (kind === "equals") {
              if (!item || item.value !== parts[0]) return null;
            } else {
              const [index, isOptional, program] = parts;
              const value = item ? item.value : null;
              if (value === null) {
                if (!isOptional) return null;
              } else if (kind === "capture") {
                // A path has no empty segments.
                if (value !== "" || !rule.notEmpty.includes(index)) captures[index] = value;
                else if (!isOptional) return null;
              } else {
                const segment = encodeSegment(value);
                const own = segment === "" ? null : split(program, segment, false);
                if (!own) return null;
                own.forEach((text, offset) => (captures[index + offset] = decodeCanonical(text)));
              }
            }
          }
          return captures;
        }

        /** Whether the source lets an item of this name go on. */
        function keeps([policy, names], name) {
          switch (policy) {
            case "drop":
              return false;
            case "keepOnly":
              return names.includes(name);
            case "strip":
              return !names.includes(name);
            default:
              return true;
          }
        }

        // MARK: Links

        /** Makes the function that tells where a link leads. */
        function makeRewriter(rules) {
          const exactHosts = new Map();
          const suffixes = new Map();
          for (const host of rules.hosts) {
            const table = host.kind === "exact" ? exactHosts : suffixes;
            if (!table.has(host.name)) table.set(host.name, []);
            table.get(host.name).push(host);
          }
          const schemes = new Map(rules.schemes);
          const [maximumBytes, maximumSegments, maximumItems] = rules.limits;

          /** The trie of a source, which is made when the first link asks for it. */
          function trie(source) {
            source.trie = source.trie || new Trie(source);
            return source.trie;
          }

          /** What becomes of a link: its internal link and the rule that made it, or the sentence that refuses it. */
          function rewrite(text) {
            let wrappers = 0;
            try {
              let result = read(text, true);
              while (result.wrapped !== undefined) {
                wrappers += 1;
                if (wrappers > rules.wrappers) {
                  wrappers = 0;
                  const refusal = new Refusal("tooManyWrappers", "link", 0);
                  refusal.wrappers = rules.wrappers;
                  throw refusal;
                }
                result = read(result.wrapped, false);
              }
              return { ...result, wrappers };
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
              error.wrappers += wrappers;
              const { reason, offset } = error;
              return { refusal: sentence(error), reason, offset, wrappers: error.wrappers };
            }
          }

          function read(text, trims) {
            const tooLong = () => refuse("tooManyBytes", "link", maximumBytes, maximumBytes);
            if (text.length > maximumBytes) tooLong();
            const bytes = bytesOf(text);
            if (bytes.length > maximumBytes) tooLong();
            if (!trims) return readTrimmed(bytes);
            const isBlank = (place) => " \t\n\f\r".includes(bytes[place]);
            let [start, end] = [0, bytes.length];
            while (start < end && isBlank(start)) start += 1;
            while (end > start && isBlank(end - 1)) end -= 1;
            try {
              return readTrimmed(bytes.slice(start, end));
            } catch (error) {
              if (error instanceof Refusal) error.offset += start;
              throw error;
            }
          }

          function readTrimmed(bytes) {
            const origin = readOrigin(bytes);
            const located = locate(bytes, origin);
            const source = rules.sources[located.source];
            const parts = readParts(bytes, origin);
            let reading;
            if (source.fragmentPaths && parts.fragment && parts.fragment.end > parts.fragment.start) {
              // A number sign in a fragment is text.
              const { start, end } = parts.fragment;
              const mark = bytes.indexOf("?", start);
              reading = {
                path: { start, end: mark < 0 ? end : mark },
                pathPart: "fragment",
                fragmentQuery: mark < 0 ? null : { start: mark + 1, end },
                query: parts.query,
                fragment: null,
              };
            } else {
              const { path, query, fragment } = parts;
              reading = { path, pathPart: "path", fragmentQuery: null, query, fragment };
            }
            Object.assign(reading, { bytes, source, located });
            checkSizes(reading);
            return match(canonicalPathOf(reading), reading);
          }

          // MARK: The beginning of a link

          function readOrigin(bytes) {
            const web = /^(https?):\/\/([^/?#]*)/i.exec(bytes);
            if (web) {
              const isSecure = web[1].length === 5;
              const start = web[1].length + 3;
              return { isWeb: true, isSecure, start, end: start + web[2].length };
            }
            const colon = /^[A-Za-z][A-Za-z0-9+\-.]*/.exec(bytes)?.[0].length ?? 0;
            if (colon === 0 || bytes[colon] !== ":") refuse("missingScheme", "scheme", colon);
            const scheme = folded(bytes.slice(0, colon));
            if (scheme === "https" || scheme === "http") {
              // Without two slashes, which browsers repair.
              for (const offset of [colon + 1, colon + 2]) {
                if (bytes[offset] === "\\") refuse("backslash", "host", offset);
              }
              refuse("missingHost", "host", colon + 1);
            }
            return { isWeb: false, scheme, end: colon };
          }

          /** A host or a scheme in a message: cut after 64 characters. */
          function named(bytes) {
            return folded(bytes.slice(0, 64)) + (bytes.length > 64 ? "…" : "");
          }

          function locate(bytes, origin) {
            if (!origin.isWeb) {
              const source = schemes.get(origin.scheme);
              if (source === undefined) refuse("unknownScheme", "scheme", 0, named(origin.scheme));
              return { source, capture: -1, captured: "" };
            }
            const { isSecure, start } = origin;
            const authority = bytes.slice(start, origin.end);
            const plain = exactHosts.get(folded(authority))?.find((host) => host.port === 0);
            if (plain && isSecure) return { source: plain.source, capture: -1, captured: "" };
            if (rules.hosts.length === 0) refuse("unknownScheme", "scheme", 0, isSecure ? "https" : "http");
            const at = authority.indexOf("@");
            if (at >= 0) refuse("userInfo", "host", start + at);
            if (authority === "") refuse("missingHost", "host", start);
            const { host, digits } = splitPort(authority, start);
            const flaw = hostFlaw(host);
            if (flaw) {
              if (flaw.name === "character") refuseInHost(host[flaw.offset], start + flaw.offset);
              if (flaw.name !== "address") refuse("malformedHost", "host", start + flaw.offset, flaw.name);
            }
            const defaultPort = isSecure ? 443 : 80;
            const digitsStart = start + host.length + 1;
            let port = 0;
            if (digits !== null) {
              port = /^[1-9][0-9]{0,4}$/.test(digits) ? Number(digits) : 0;
              if (port === 0 || port > 65535) refuse("malformedPort", "port", digitsStart);
              if (port === defaultPort) port = 0;
            }
            const found = findHost(host, port, flaw !== null);
            if (found.isKnownHost) {
              const offset = digits === null ? start + host.length : digitsStart;
              refuse("unknownPort", "port", offset, port || defaultPort);
            }
            if (found.source === undefined) {
              if (flaw) refuse("malformedHost", "host", start, flaw.name);
              refuse("unknownHost", "host", start, named(host));
            }
            const source = rules.sources[found.source];
            if (!isSecure && !source.allowsHTTP) refuse("insecureScheme", "scheme", 0, undefined, source);
            return found;
          }

          function splitPort(authority, start) {
            if (authority[0] !== "[") {
              const colon = authority.indexOf(":");
              if (colon < 0) return { host: authority, digits: null };
              const digits = authority.slice(colon + 1);
              // What no authority has goes before the complaint about the port.
              const other = /[\x00-\x20\x7F\\%\x80-\xFF]/.exec(digits);
              if (other) refuseInHost(other[0], start + colon + 1 + other.index);
              return { host: authority.slice(0, colon), digits };
            }
            const close = authority.indexOf("]");
            const end = close < 0 ? authority.length : close + 1;
            if (end === authority.length) return { host: authority, digits: null };
            if (authority[end] !== ":") refuse("malformedHost", "host", start, "address");
            return { host: authority.slice(0, end), digits: authority.slice(end + 1) };
          }

          /** What is wrong with the spelling of a host, and where. */
          function hostFlaw(host) {
            const flaw = (name, offset) => ({ name, offset });
            if (host === "") return flaw("empty", 0);
            if (host[0] === "[") return flaw("address", 0);
            let labelStart = 0;
            for (let offset = 0; offset < host.length; offset += 1) {
              const byte = host[offset];
              if (byte === ".") {
                if (offset === labelStart) return flaw("emptyLabel", offset);
                if (offset - labelStart > 63) return flaw("longLabel", labelStart);
                labelStart = offset + 1;
              } else if (!/[A-Za-z0-9\-_]/.test(byte)) {
                if (byte === "%") return flaw("percentSign", offset);
                return flaw(byte < "\x80" ? "character" : "nonASCII", offset);
              }
            }
            if (labelStart === host.length) return flaw("trailingDot", host.length - 1);
            if (host.length - labelStart > 63) return flaw("longLabel", labelStart);
            if (host.length > 253) return flaw("tooLong", 253);
            // Browsers read a host whose last label is a number as an address.
            if (/^([0-9]+|0x[0-9a-f]*)$/i.test(host.slice(labelStart))) return flaw("address", labelStart);
            return null;
          }

          function refuseInHost(byte, offset) {
            if (byte === "%") refuse("malformedHost", "host", offset, "percentSign");
            if (byte >= "\x80") refuse("malformedHost", "host", offset, "nonASCII");
            refuseUnreadable(byte, "host", offset);
            refuse("malformedHost", "host", offset, "character");
          }

          /** Refuses a byte that no link has before its fragment; returns if it is none. */
          function refuseUnreadable(byte, part, offset) {
            if (byte === " ") refuse("space", part, offset);
            if (byte === "\\") refuse("backslash", part, offset);
            if (byte < " " || byte === "\x7F") refuse("controlCharacter", part, offset);
          }

          /** The source of a host; of what looks like an address, which may hold anything, only as it is configured. */
          function findHost(host, port, isAddress) {
            const name = folded(host);
            const exact = exactHosts.get(name);
            const own = exact?.find((entry) => entry.port === port);
            if (own) return { source: own.source, capture: -1, captured: "" };
            let isKnownHost = exact !== undefined;
            // From the left, so that the longest suffix comes first.
            let start = 0;
            let labels = 0;
            let dot = isAddress ? -1 : name.indexOf(".");
            while (dot >= 0) {
              // A browser checks such a label itself; it is only matched where it is written out.
              if (name.slice(start, dot).startsWith("xn--")) break;
              labels += 1;
              const fitting = (suffixes.get(name.slice(dot + 1)) ?? []).filter(
                (entry) => entry.kind === "wildcard" || labels === 1,
              );
              if (fitting.length > 0) isKnownHost = true;
              const here = fitting.filter((entry) => entry.port === port);
              const capture = here.find((entry) => entry.kind === "capture");
              if (capture) {
                return { source: capture.source, capture: capture.capture, captured: name.slice(0, dot) };
              }
              if (here.length > 0) return { source: here[0].source, capture: -1, captured: "" };
              start = dot + 1;
              dot = name.indexOf(".", start);
            }
            return { isKnownHost };
          }

          // MARK: The rest of a link

          function readParts(bytes, origin) {
            const start = origin.isWeb ? origin.end : startOfCustomPath(bytes, origin.end + 1);
            let end = start;
            while (end < bytes.length && bytes[end] !== "?" && bytes[end] !== "#") end += 1;
            const path = { start, end };
            let query = null;
            if (bytes[end] === "?") {
              const queryStart = end + 1;
              end = queryStart;
              while (end < bytes.length && bytes[end] !== "#") {
                refuseUnreadable(bytes[end], "query", end);
                end += 1;
              }
              query = { start: queryStart, end };
            }
            let fragment = null;
            if (end < bytes.length) {
              fragment = { start: end + 1, end: bytes.length };
              for (let offset = end + 1; offset < bytes.length; offset += 1) {
                if (bytes[offset] !== "\\") refuseUnreadable(bytes[offset], "fragment", offset);
              }
            }
            return { path, query, fragment };
          }

          /** Where the path of a custom scheme begins: at the slash before its first segment, if there is one. */
          function startOfCustomPath(bytes, start) {
            if (bytes[start] !== "/" || bytes[start + 1] !== "/") return start;
            const authority = /^[^/?#]*/.exec(bytes.slice(start + 2))[0];
            const at = authority.indexOf("@");
            if (at >= 0) refuse("userInfo", "host", start + 2 + at);
            const other = /[^A-Za-z0-9\-._~!$&'()*+,;=]/.exec(authority);
            if (other) {
              const offset = start + 2 + other.index;
              if (other[0] === ":") refuse("unexpectedPort", "port", offset);
              if (other[0] === "[") refuse("malformedHost", "host", offset, "address");
              refuseInHost(other[0], offset);
            }
            // With nothing in the host's place the path has a slash of its own.
            return authority === "" && bytes[start + 2] === "/" ? start + 2 : start + 1;
          }

          function checkSizes({ bytes, source, path, pathPart, fragmentQuery, query }) {
            const pieces = (section, mark) =>
              bytes.slice(section.start, section.end).split(mark).filter((piece) => piece !== "").length;
            if (pieces(path, "/") > maximumSegments) {
              refuse("tooManySegments", pathPart, path.start, maximumSegments, source);
            }
            let room = maximumItems;
            for (const section of [fragmentQuery, query]) {
              if (!section) continue;
              room -= pieces(section, "&");
              if (room < 0) refuse("tooManyQueryItems", "query", section.start, maximumItems, source);
            }
          }

          function canonicalPathOf({ bytes, source, path, pathPart }) {
            const text = bytes.slice(path.start, path.end);
            for (let offset = 0; offset < text.length; offset += 1) {
              refuseUnreadable(text[offset], pathPart, path.start + offset);
            }
            const added = text[0] === "/" ? 0 : 1;
            return canonicalPath(added ? "/" + text : text, (flaw, offset) =>
              refuse(flaw, pathPart, path.start + offset - added, undefined, source),
            );
          }

          /** All items of the link, those of the fragment's query first. */
          function readItems({ bytes, source, fragmentQuery, query }) {
            const items = [];
            for (const [section, part] of [
              [fragmentQuery, "fragment"],
              [query, "query"],
            ]) {
              if (!section) continue;
              let start = section.start;
              for (const piece of bytes.slice(section.start, section.end).split("&")) {
                const text = (from, to) =>
                  decode(piece.slice(from, to), source.plusIsSpace, (flaw, offset) =>
                    refuse(flaw, part, start + from + offset, undefined, source),
                  );
                const equals = piece.indexOf("=");
                if (equals > 0) {
                  const name = text(0, equals);
                  items.push({ name, value: text(equals + 1, piece.length) });
                } else if (equals < 0 && piece !== "") {
                  items.push({ name: text(0, piece.length), value: null });
                }
                start += piece.length + 1;
              }
            }
            return items;
          }

          function readFragment({ bytes, source, fragment }) {
            if (!fragment) return null;
            return decode(bytes.slice(fragment.start, fragment.end), false, (flaw, offset) =>
              refuse(flaw, "fragment", fragment.start + offset, undefined, source),
            );
          }

          // MARK: The rule, and what it makes

          function match(path, reading) {
            const { source, pathPart } = reading;
            // What is malformed is refused whatever a rule makes of the link.
            const items = readItems(reading);
            const fragment = readFragment(reading);
            let choice = null;
            trie(source).first(path, (group, captures) => {
              for (const rule of source.groups[group][1]) {
                const own = itemCaptures(rule, items);
                if (own) {
                  choice = { rule, captures, items: own };
                  return true;
                }
              }
              return false;
            });
            const number = rules.sources.indexOf(source);
            if (choice) {
              return { ...apply(choice, reading, items, fragment), source: number, rule: choice.rule.number };
            }
            if (!source.passesThrough) refuse("noRule", pathPart, reading.path.start, undefined, source);
            const others = items.filter((item) => keeps(source.policy, item.name));
            return { ...made(path, others, fragment), source: number, rule: null };
          }

          function apply({ rule, captures, items: ownItems }, reading, known, fragment) {
            const { source, located, pathPart, fragmentQuery, query } = reading;
            /** The text of a capture, or undefined where it is absent. */
            const text = ([kind, index]) => {
              if (kind === "path") return decodeCanonical(captures[index]);
              if (kind === "item") return ownItems[index];
              if (kind === "host" && index === located.capture) return located.captured;
              return undefined;
            };
            /** The text of literal pieces and captures, or undefined where one of them is absent. */
            const joined = (parts) => {
              const texts = parts.map((part) => (typeof part === "string" ? part : text(part)));
              return texts.includes(undefined) ? undefined : texts.join("");
            };
            if (rule.target) {
              const wrapped = text(rule.target);
              if (wrapped === undefined) {
                refuse("noRule", pathPart, reading.path.start, undefined, source);
              }
              return { wrapped };
            }
            let path = "";
            if (typeof rule.path === "string") {
              path = rule.path;
            } else {
              for (const segment of rule.path) {
                if (typeof segment === "string") {
                  path += segment;
                } else if (segment.length === 1 && segment[0][0] === "path") {
                  // A part of a canonical path is canonical, and a catch-all keeps its slashes.
                  path += "/" + captures[segment[0][1]];
                } else {
                  const value = joined(segment);
                  if (value !== undefined) path += "/" + encodeSegment(value);
                }
              }
              path = path || "/";
              if (path.length > maximumBytes) refuse("tooManyBytes", "link", maximumBytes, maximumBytes);
              path = canonicalPath(path, (flaw) => {
                // Only text of a query can bring along what no path has.
                const section = fragmentQuery || query;
                const part = fragmentQuery ? "fragment" : query ? "query" : pathPart;
                refuse(flaw, part, (section || reading.path).start, undefined, source);
              });
            }
            const items = [];
            for (const [name, parts] of rule.items) {
              const value = parts === null ? null : joined(parts);
              if (value !== undefined) items.push({ name, value });
            }
            const taken = new Set(items.map((item) => item.name));
            for (const [name] of rule.conditions) taken.add(name);
            for (const item of known) {
              if (!taken.has(item.name) && keeps(source.policy, item.name)) items.push(item);
            }
            return made(path, items, fragment);
          }

          /** An internal link: its text, and what the app gets of it. */
          function made(path, items, fragment) {
            const query = items.map(
              ({ name, value }) =>
                encode(name, notInQuery) + (value === null ? "" : "=" + encode(value, notInQuery)),
            );
            const link =
              path +
              (query.length > 0 ? "?" + query.join("&") : "") +
              (fragment === null ? "" : "#" + encode(fragment, notInFragment));
            return { link, items, fragment };
          }

          return rewrite;
        }

        // MARK: Messages

        const hostFlaws = {
          empty: "is empty",
          tooLong: "is longer than 253 bytes",
          longLabel: "has a label of more than 63 bytes",
          emptyLabel: "has an empty label",
          trailingDot: "ends in a dot",
          percentSign: "has a percent sign",
          nonASCII: "has characters outside of ASCII",
          character: "has a character that no host has",
          address: "is a spelling of an address",
        };

        /** A refusal in the words of `RewriteError`. */
        function sentence({ reason, part, offset, detail, source, wrappers }) {
          const link = wrappers === 0 ? "The link" : "The wrapped link";
          switch (reason) {
            case "tooManyBytes":
              return `${link} is longer than ${detail} bytes; raise the limit if such links are expected.`;
            case "tooManySegments":
              return `${link}'s path has more than ${detail} segments; raise the limit if such links are expected.`;
            case "tooManyQueryItems":
              return `${link}'s query has more than ${detail} items; raise the limit if such links are expected.`;
            case "missingScheme":
              return `${link} does not begin with a scheme; write it whole, such as 'https://mydomain.io/a'.`;
            case "missingHost":
              return `${link} has no host at byte ${offset}; a web link begins with its scheme, '://' and a host.`;
            case "space":
              return `${link}'s ${part} has a space at byte ${offset}; write '%20'.`;
            case "controlCharacter":
              return `${link}'s ${part} has a control character at byte ${offset}; remove it.`;
            case "backslash":
              return `${link}'s ${part} has a backslash at byte ${offset}; write a slash, or '%5C' for the character.`;
            case "unknownScheme":
              return `${link}'s scheme '${detail}' is not configured; add a source for it if its links are expected.`;
            case "insecureScheme":
              return `${link} uses 'http', and its host is configured for 'https' only; set 'allowsHTTP' if such links are expected.`;
            case "userInfo":
              return `${link} has an '@' before its path, at byte ${offset}, which can disguise the host; remove the user information.`;
            case "malformedHost":
              return `${link}'s host ${hostFlaws[detail]} at byte ${offset}; write the host as it is configured.`;
            case "unknownHost":
              return `${link}'s host '${detail}' is not configured; add it to a domain if its links are expected.`;
            case "malformedPort":
              return `${link}'s port at byte ${offset} is not a number from 1 to 65535 without leading zeros; correct it.`;
            case "unexpectedPort":
              return `${link} has a port at byte ${offset}, and its scheme has none; remove it.`;
            case "unknownPort":
              return `${link}'s host is not configured with port ${detail}; add it to the domain if such links are expected.`;
            case "malformedEscape":
              return `${link}'s ${part} has a '%' at byte ${offset} without two hexadecimal digits; write '%25' for the character.`;
            case "invalidUTF8":
              return `${link}'s ${part} is not UTF-8 at byte ${offset}; encode its text as UTF-8.`;
            case "dotSegment":
              return `${link}'s path has a dot segment at byte ${offset}; write the path without it.`;
            case "noRule":
              return `No rule of '${source}' fits t${link.slice(1)}; add one, or let unmatched links pass through.`;
            default:
              return `The link is wrapped in more than ${wrappers} others; send the innermost one.`;
          }
        }
        """#
}
