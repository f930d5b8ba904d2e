#!/usr/bin/env python3
"""Writes the tables of Unicode canonical composition (NFC) that the matcher uses.

    .ci/canonical-composition.py            writes the Swift file
    .ci/canonical-composition.py --check    exits 1 when the file disagrees with this Python's Unicode data

The module unicodedata2 is taken where it is installed, since a Python's own data may be years old; the file names the
version it was made from. Unicode never changes the composition of a scalar once it is assigned, so a check with older
data compares what that data knows and is valid for any Python.
"""

import pathlib
import re
import sys
import unicodedata

try:
    import unicodedata2 as newest
except ImportError:
    newest = unicodedata

TARGET = (
    pathlib.Path(__file__).resolve().parent.parent
    / "Sources/PathMatching/CanonicalComposition.Generated.swift"
)
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
SURROGATES = range(0xD800, 0xE000)


def decompositions(data):
    """Scalar -> its one-step canonical decomposition, without Hangul syllables and without the three scalars that
    decompose to ASCII (U+037E, U+1FEF, U+212A): text that is not ASCII must never turn into a delimiter or a letter."""
    result = {}
    for scalar in range(0x110000):
        if scalar in HANGUL_SYLLABLES or scalar in SURROGATES:
            continue
        mapping = data.decomposition(chr(scalar))
        if not mapping or mapping.startswith("<"):
            continue
        parts = [int(part, 16) for part in mapping.split()]
        assert len(parts) in (1, 2) and 0 not in parts
        if len(parts) == 1 and parts[0] < 0x80:
            continue
        result[scalar] = (parts[0], parts[1] if len(parts) == 2 else 0)
    return result


def composites(data, mapping):
    """The scalars that composition makes: a pair, and not excluded from composition."""
    return {
        scalar: pair
        for scalar, pair in mapping.items()
        if pair[1] and data.normalize("NFC", chr(scalar)) == chr(scalar)
    }


def traits(data, mapping, made):
    """Scalar -> combining class, plus 0x100 when it may not be left as it is without looking at its neighbours."""
    seconds = {second for _, second in made.values()}
    seconds |= set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    result = {}
    for scalar in range(0x110000):
        if scalar in SURROGATES:
            continue
        combining = data.combining(chr(scalar))
        unstable = scalar in seconds or (scalar in mapping and scalar not in made)
        if combining or unstable:
            result[scalar] = combining | (0x100 if unstable else 0)
    return result


def rows(values, per_line):
    for start in range(0, len(values), per_line):
        yield "        " + ", ".join(values[start : start + per_line]) + ","


def source(data):
    mapping = decompositions(data)
    made = composites(data, mapping)
    trait = traits(data, mapping, made)
    keys = sorted(mapping)
    index = {scalar: place for place, scalar in enumerate(keys)}
    boundaries, last = [], 0
    for scalar in range(0x110000):
        value = trait.get(scalar, 0)
        if value != last or scalar == 0:
            boundaries.append(scalar << 9 | value)
            last = value
    major, minor, _ = data.unidata_version.split(".")
    lines = [
        "// swift-format-ignore-file",
        f"// Written by .ci/canonical-composition.py from Unicode {data.unidata_version}; do not edit.",
        "",
        "extension CanonicalComposition {",
        "    /// The Unicode version of the tables.",
        f"    static let unicodeVersion = (major: {major}, minor: {minor})",
        "",
        "    /// Where a scalar's traits change: `first scalar << 9 | traits`, sorted. Traits are the combining class, plus",
        "    /// `0x100` when composition may change the scalar or join it to the one before.",
        "    static let traitBoundaries: [UInt32] = [",
        *rows([f"0x{value:X}" for value in boundaries], 10),
        "    ]",
        "",
        "    /// One-step canonical decompositions, `scalar << 42 | first << 21 | second`, sorted; `second` is 0 where there is none.",
        "    static let decompositions: [UInt64] = [",
        *rows([f"0x{key << 42 | mapping[key][0] << 21 | mapping[key][1]:X}" for key in keys], 6),
        "    ]",
        "",
        "    /// Places in `decompositions` of the pairs that composition joins, sorted by first and second scalar.",
        "    static let compositionOrder: [UInt16] = [",
        *rows([str(index[key]) for key in sorted(made, key=lambda key: made[key])], 16),
        "    ]",
        "}",
        "",
    ]
    return "\n".join(lines)


def parsed(text):
    """The tables of a written file: traits by scalar, decompositions, composites."""

    def numbers(name):
        body = re.search(rf"static let {name}: \[\w+\] = \[(.*?)\]", text, re.S).group(1)
        return [int(word, 0) for word in body.replace(",", " ").split()]

    keys = numbers("decompositions")
    mapping = {key >> 42: ((key >> 21) & 0x1FFFFF, key & 0x1FFFFF) for key in keys}
    made = {keys[place] >> 42: mapping[keys[place] >> 42] for place in numbers("compositionOrder")}
    trait, boundaries = {}, numbers("traitBoundaries")
    for place, boundary in enumerate(boundaries):
        end = boundaries[place + 1] >> 9 if place + 1 < len(boundaries) else 0x110000
        if boundary & 0x1FF:
            trait |= {scalar: boundary & 0x1FF for scalar in range(boundary >> 9, end)}
    return trait, mapping, made


def check(data):
    text = TARGET.read_text()
    version = re.search(r"from Unicode (\S+);", text).group(1)
    if version == data.unidata_version:
        return text == source(data)
    trait, mapping, made = parsed(text)
    known = {
        scalar
        for scalar in range(0x110000)
        if scalar not in SURROGATES and data.category(chr(scalar)) != "Cn"
    }
    own_mapping = decompositions(data)
    own_made = composites(data, own_mapping)
    own_trait = traits(data, own_mapping, own_made)
    # A later version may let an old scalar join a new one, which only sets the flag of the old one.
    traits_agree = all(
        trait.get(scalar, 0) | 0x100 == own_trait.get(scalar, 0) | 0x100
        and trait.get(scalar, 0) >= own_trait.get(scalar, 0)
        for scalar in known
    )
    return (
        traits_agree
        and {key: value for key, value in mapping.items() if key in known} == own_mapping
        and {key: value for key, value in made.items() if key in known} == own_made
    )


def main():
    if sys.argv[1:] == ["--check"]:
        versions = sorted({unicodedata.unidata_version, newest.unidata_version})
        if not (check(unicodedata) and check(newest)):
            sys.exit(f"{TARGET.name} disagrees with Unicode {', '.join(versions)}; run {sys.argv[0]}")
        print(f"{TARGET.name} agrees with Unicode {', '.join(versions)}")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        TARGET.write_text(source(newest))


if __name__ == "__main__":
    main()
