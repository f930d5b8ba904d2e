#!/usr/bin/env bash
# PathMatching works where Int has 32 bits, as on arm64_32 watches.
#
# `Int(UInt32.max)` compiles there and traps when it runs, so type-checking and compiling are not enough. The toolchain
# has Embedded Swift for WebAssembly, whose Int has 32 bits, and a program that runs it. The other modules need
# Foundation, which is not available there.
# needs: a toolchain with Embedded Swift for WebAssembly, clang, wasm-ld and wasmkit; Swift 6.2 for Linux has them
set -euo pipefail
own=$(cd "$(dirname "$0")" && pwd)/int32
cd "$own/../.."

triple=wasm32-unknown-none-wasm
resources=$(swiftc -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*$/\1/p' | head -n 1)
tables=$resources/embedded/$triple/libswiftUnicodeDataTables.a
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
for need in "$tables" "$tools/clang" "$tools/wasm-ld" "$tools/wasmkit"; do
    if [ ! -e "$need" ]; then
        echo "NOT CHECKED: this toolchain has no $(basename "$need")" | tee "${CI_SUMMARY:-/dev/null}"
        exit 0
    fi
done

out=.build/ci/int32
rm -rf "$out"
mkdir -p "$out"
cp -R Sources/PathMatching "$out/sources"
# Embedded Swift has no key paths; where a function is expected, closures replace them.
find "$out/sources" -name '*.swift' -print0 |
    xargs -0 sed -E -i.original 's/([(:] *)\\\.([A-Za-z_][A-Za-z0-9_.]*)/\1{ $0.\2 }/g'

compile() {
    swiftc -target "$triple" -enable-experimental-feature Embedded -swift-version 6 -package-name deeplinks \
        -enable-upcoming-feature MemberImportVisibility -parse-as-library -wmo -Onone -I "$out" "$@"
}
# Links objects and runs them; a trap is a failure.
run() {
    "$tools/wasm-ld" --no-entry --export=_start -z stack-size=1048576 -o "$out/program.wasm" "$@" "$out/runtime.o" "$tables" &&
        "$tools/wasmkit" run "$out/program.wasm"
}

"$tools/clang" -target "$triple" -O1 -ffreestanding -fno-builtin -c "$own/runtime.c" -o "$out/runtime.o"

# A check that cannot fail is useless.
compile -module-name Planted -c "$own/Planted.swift" -o "$out/planted.o"
if run "$out/planted.o" >"$out/planted.log" 2>&1 || ! grep -q 'Not enough bits to represent the passed value' "$out/planted.log"; then
    cat "$out/planted.log" >&2
    echo "A planted fault of 32 bits is not found." >&2
    exit 1
fi

find "$out/sources" -name '*.swift' | LC_ALL=C sort >"$out/files"
compile -module-name PathMatching -emit-module -emit-module-path "$out/PathMatching.swiftmodule" \
    -c "$own/Replacements.swift" @"$out/files" -o "$out/module.o"
compile -module-name Check -c "$own/Check.swift" -o "$out/check.o"
if ! note=$(run "$out/check.o" "$out/module.o" 2>"$out/check.log"); then
    printf '%s\n' "$note" >&2
    head -n 20 "$out/check.log" >&2
    echo "The code fails where Int has 32 bits." >&2
    exit 1
fi
echo "$note passed; a planted fault is found" | tee "${CI_SUMMARY:-/dev/null}"
