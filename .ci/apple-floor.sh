#!/usr/bin/env bash
# Sources use nothing newer than the oldest Apple systems that the package supports.
#
# No Apple SDK is needed. The toolchain's interfaces of the standard library carry Apple's availability, and copies of
# them that name an Apple target are enough for the compiler to say "only available in iOS N". Foundation has no such
# interface, so floor/Foundation.swiftinterface declares what Sources use of it: when a source uses something more,
# declare it there, with the availability that Apple documents.
#
# Two systems are enough: the interfaces give tvOS 16 and watchOS 9 what iOS 16 has, and visionOS 1 more.
#
# needs: Linux
# usage: .ci/apple-floor.sh [TRIPLE...]      without names: the manifest's iOS and macOS
set -euo pipefail
script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
floor=$(dirname "$script")/floor
cd "$(dirname "$script")/.."

info=$(swiftc -print-target-info)
host=$(sed -n 's/^ *"triple": "\(.*\)",$/\1/p' <<<"$info" | head -n 1)
resources=$(sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*$/\1/p' <<<"$info" | head -n 1)
if [ ! -d "$resources/linux" ]; then
    echo "NOT CHECKED: needs the toolchain of Linux; on a Mac 'swift build' compares Sources with the manifest's platforms" |
        tee "${CI_SUMMARY:-/dev/null}"
    exit 0
fi

# The modules of Sources, each after those that it imports; programs and plugins run on the build machine.
modules="PathMatching DeepLinks LinkChecking SiteAssociation Examples DeepLinkTool"
programs="CheckLinks deeplink"
if [ "$(tr ' ' '\n' <<<"$modules $programs" | LC_ALL=C sort)" != "$(ls Sources | LC_ALL=C sort)" ]; then
    echo "This script checks $modules, but Sources has" $(ls Sources) ": teach it the new module." >&2
    exit 1
fi
# A module has the name of its folder, except for the examples, whose short name an app may use itself.
name_of() { if [ "$1" = Examples ]; then echo DeepLinksExamples; else echo "$1"; fi; }
files() { find "Sources/$1" -name '*.swift' | LC_ALL=C sort; }
# The package manager generates code for embedded files; declarations are enough here.
embedded() {
    local stub=.build/ci/floor/$triple/PackageResources-$1.swift names
    names=$(files "$1" | xargs grep -ohE 'PackageResources\.[a-z0-9_]+' | sed 's/.*\.//' | sort -u)
    if [ -z "$names" ]; then return; fi
    { echo "enum PackageResources {" && sed 's/.*/    static let &: [UInt8] = []/' <<<"$names" && echo "}"; } >"$stub"
    echo "$stub"
}

# Makes the copies of the interfaces for $1, once for each toolchain; this takes a few seconds.
prepare() {
    local triple=$1 sdk=$2 stamp os arch=${1%%-*} module
    stamp=$(swiftc --version 2>&1; cksum "$script" "$floor"/*)
    if [ "$(cat "$sdk/stamp" 2>/dev/null || true)" = "$stamp" ]; then return; fi
    case $triple in
    *-ios*) os=ios ;; *-macosx*) os=macos ;; *-tvos*) os=tvos ;; *-watchos*) os=watchos ;;
    *) echo "'$triple' names no Apple system; write for example arm64-apple-ios16.0." >&2; return 2 ;;
    esac
    rm -rf "$sdk"
    # Only declarations matter: skipping bodies takes the time from a minute to four seconds.
    local flags="-disable-availability-checking -experimental-skip-all-function-bodies -target $triple"
    for module in Swift _Concurrency _StringProcessing SwiftOnoneSupport Observation Synchronization; do
        mkdir -p "$sdk/$module.swiftmodule"
        sed -E -e "1,12s/-target [^ ]+/$flags/" -e '/^ *@backDeployed\(/d' -e '/^import Glibc$/d' \
            "$resources/linux/$module.swiftmodule/$host.swiftinterface" \
            > "$sdk/$module.swiftmodule/$arch-apple-$os.swiftinterface"
    done
    mkdir -p "$sdk/Foundation.swiftmodule"
    {
        echo "// swift-interface-format-version: 1.0"
        sed -n '2p' "$resources/linux/Swift.swiftmodule/$host.swiftinterface"
        echo "// swift-module-flags: $flags -enable-library-evolution -swift-version 5 -module-name Foundation"
        cat "$floor/Foundation.swiftinterface"
    } > "$sdk/Foundation.swiftmodule/$arch-apple-$os.swiftinterface"
    echo "$stamp" > "$sdk/stamp"
}

# The settings are read from the manifest, so that the two cannot drift apart.
settings=(-swift-version 6 -package-name deeplinks -strict-memory-safety)
for feature in $(sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift); do
    settings+=(-enable-upcoming-feature "$feature")
done

# Runs the compiler for $triple. The toolchain's standard library has no Objective-C parts. The warning about the missing
# settings file of the SDK does not concern the sources.
compile() {
    local sdk=.build/ci/floor/$triple status=0
    swiftc -target "$triple" -sdk "$sdk" -I "$sdk" -I "$sdk/modules" -module-cache-path "$sdk/cache" \
        -plugin-path "$resources/host/plugins" -Xfrontend -disable-objc-interop \
        "${settings[@]}" -parse-as-library -wmo "$@" >"$sdk/output" 2>&1 || status=$?
    grep -v 'Could not read SDKSettings.json' "$sdk/output" || true
    return $status
}

# Shows that the check can fail: in TooNew.swift exactly the marked lines are refused.
self_test() {
    local output expected found
    output=$(compile -typecheck -module-name TooNew "$floor/TooNew.swift" || true)
    expected=$(grep -n '// too new$' "$floor/TooNew.swift" | cut -d: -f1)
    found=$(sed -nE 's/^.*TooNew\.swift:([0-9]+):[0-9]+: error: .* only available in .*/\1/p' <<<"$output" | sort -nu)
    if [ -z "$expected" ] || [ "$expected" != "$found" ]; then
        printf '%s\n' "$output"
        echo "Refused in TooNew.swift for $triple: lines" $found "; expected: lines" $expected "."
        return 1
    fi
}

check() {
    local triple=$1 sdk=.build/ci/floor/$1 module since=$SECONDS log checked=""
    prepare "$triple" "$sdk"
    self_test
    mkdir -p "$sdk/modules"
    for module in $modules; do
        # A command-line tool is for computers only.
        if [ "$module" = DeepLinkTool ] && [ "${triple/macosx/}" = "$triple" ]; then continue; fi
        # The manifest turns warnings into errors, so a warning on one of these systems would break the build there.
        if ! log=$(compile -typecheck -module-name "$(name_of "$module")" $(files "$module") $(embedded "$module")) || grep -q ' warning: ' <<<"$log"; then
            printf '%s\n' "$log"
            echo "$module does not compile for $triple. If Foundation has what is missing there, declare it in" \
                ".ci/floor/Foundation.swiftinterface."
            return 1
        fi
        compile -emit-module -Xfrontend -experimental-skip-all-function-bodies -module-name "$(name_of "$module")" -emit-module-path "$sdk/modules/$(name_of "$module").swiftmodule" \
            $(files "$module") $(embedded "$module")
        checked+="$module "
    done
    echo "$triple: ${checked}in $((SECONDS - since)) s"
}

if [ $# = 1 ]; then check "$1"; exit; fi
if [ $# = 0 ]; then
    # Values such as `.iOS(.v16)`, in the compiler's form.
    manifest=$(sed -n 's/.*platforms: \[\(.*\)\].*/\1/p' Package.swift)
    for system in iOS macOS; do
        version=$(sed -nE "s/(^|.*[^A-Za-z])$system\\(\\.v([0-9_]+)\\).*/\\2/p" <<<"$manifest" | tr _ .)
        case $version in *.*) ;; *) version+=.0 ;; esac
        case $system in iOS) os=ios ;; macOS) os=macosx ;; esac
        set -- "$@" "arm64-apple-$os$version"
    done
fi
printf '%s\n' "$@" | xargs -P 2 -I{} bash -c 'log=$("$0" {} 2>&1) || failed=1; echo "$log"; exit ${failed:-0}' "$script"
echo "$# systems: $*" | sed 's/arm64-apple-//g' > "${CI_SUMMARY:-/dev/null}"
