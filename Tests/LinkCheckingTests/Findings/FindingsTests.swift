import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import PathMatching
import Testing

/// The findings of checks of a configuration.
struct FindingsTests {
    /// The findings with these codes, each with its place and its sentence.
    private static func findings(
        _ codes: LinkFinding.Code...,
        in configuration: LinkConfiguration
    ) -> [String] {
        configuration.findings().filter { codes.contains($0.code) }
            .map { "\($0.severity.rawValue) \($0.place): \($0.message)" }
    }

    private static func domain(_ rules: [RewriteRule]) -> LinkConfiguration {
        LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
    }

    private static func domain(@RewriteRule.Builder rules: () -> [RewriteRule]) -> LinkConfiguration
    { domain(rules()) }

    /// Documents, each with the codes that are looked at, and the findings with one of these codes.
    private static let documents = """
        unused-capture joined-segments: {"schemes":[{"names":["w"],"rules":[{"from":"/a/Talk:{*title}","to":"/a"},{"from":"/b/Talk:{*title}","to":"/b/{title}"},{"from":"/c/Talk:{*_title}","to":"/c"},{"from":"/d/{x}","to":"/d?x={x}"},{"from":"/d/Talk:{*x}","to":"/d?x={x}"},{"unwrap":"/u/to:{*link}"}]}]}
        note schemes[0].rules[0].from: '/a/Talk:{*title}' captures 'title', and nothing uses it; use it in the template, or call it '_title' if that is intended.
        warning schemes[0].rules[1].to: '/b/{title}' puts the catch-all 'title' into one segment, so that its 'x/y' becomes 'x%2Fy'; write '{*title}' alone between two slashes for its segments.

        dead-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/{l:en|fr}","to":"/home"},{"from":"/en","to":"/home"},{"from":"/fr","to":"/home"}]}]}
        warning domains[0].rules[0].from: '/{l:en|fr}' never wins, as '/en' and '/fr' are tried first and together take all of its links; remove this rule, or constrain the others.

        dead-rule malformed-host: {"domains":[{"hosts":["a..io"],"rules":[{"from":"/{l:en|fr}","to":"/x?l={l}"},{"from":"/en","to":"/y"},{"from":"/fr","to":"/z"}]}]}
        error domains[0].hosts[0]: Domain 'a..io': the host 'a..io' has an empty label; write labels of letters, digits and '-' with single dots between them.
        error domains[0].rules[0].from: '/{l:en|fr}' never wins, as '/en' and '/fr' are tried first and together take all of its links; remove this rule, or constrain the others.

        dead-rule: {"domains":[{"hosts":["a.io"],"prefixes":["","/{locale:en|fr}"],"rules":[{"from":"/{id:uuid}","to":"/x?id={id}"},{"from":"/{a}-{b}","to":"/y?a={a}{b}"}]}]}
        error domains[0].rules[0].from: '/{id:uuid}' never wins, as '/{a}-{b}' is tried first and takes all of its links; remove this rule, or constrain the others.

        dead-rule: {"domains":[{"hosts":["a.io"],"prefixes":["","/{x}"],"rules":[{"from":"/{l:en|fr}/b","to":"/x?l={l}"},{"from":"/en/b","to":"/y"},{"from":"/b","to":"/z?x={x}"},{"from":"/fr/b","to":"/w"}]}]}
        error domains[0].rules[0].from: '/{l:en|fr}/b' never wins, as '/en/b' and '/fr/b' are tried first and together take all of its links; remove this rule, or constrain the others.

        dead-rule: {"domains":[{"hosts":["a.io"],"ignoresCase":true,"rules":[{"from":"/{l:EN|FR}/A","to":"/x?l={l}"},{"from":"/en/a","to":"/y"},{"from":"/fr/a","to":"/z"}]}]}
        error domains[0].rules[0].from: '/{l:EN|FR}/A' never wins, as '/en/a' and '/fr/a' are tried first and together take all of its links; remove this rule, or constrain the others.

        dead-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/{l:EN|FR}/A","to":"/x?l={l}"},{"from":"/en/a","to":"/y"},{"from":"/fr/a","to":"/z"}]}]}

        dead-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/{l:en|fr}","to":"/home"},{"refuse":"/en"},{"from":"/fr","to":"/home"}]}]}
        error domains[0].rules[0].from: '/{l:en|fr}' never wins, as '/en' and '/fr' are tried first and together take all of its links; remove this rule, or constrain the others.

        dead-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/de/admin","to":"/x"},{"from":"/en/admin","to":"/x"},{"refuse":"/{lang:de|en}/admin"},{"refuse":"/no/{x}"},{"refuse":"/{l:no|yes}/1"},{"refuse":"/no/1"},{"refuse":"/yes/1"}]}]}
        error domains[0].rules[2].refuse: '/{lang:de|en}/admin' never wins, as '/de/admin' and '/en/admin' are tried first and together take all of its links; remove this rule, or constrain the others.
        warning domains[0].rules[4].refuse: '/{l:no|yes}/1' never wins, as '/no/1' and '/yes/1' are tried first and together take all of its links; remove this rule, or constrain the others.

        query-overlap: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/watch?v={video}","to":"/video?id={video}"},{"from":"/watch?list={list}","to":"/list?id={list}"},{"from":"/watch?kind=a","to":"/a"},{"from":"/watch?kind=b","to":"/b"}]}]}
        note domains[0].rules[1].from: A link that fits both '/watch?list={list}' and '/watch?v={video}' goes to the second one only because it is declared first; require another item in one of them if that is not intended.

        query-overlap: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/watch?v={video}","to":"/video?id={video}"},{"from":"/watch?list={list}&t={t}","to":"/list?id={list}&t={t}"}]}]}

        query-overlap: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a?x={x}&y={y}","to":"/b"},{"from":"/a?x={x}","to":"/c"},{"from":"/a?y={y}","to":"/d"},{"from":"/b?x=1&y={y}","to":"/b"},{"from":"/b?x={x}","to":"/c"},{"from":"/b?y={y}","to":"/d"}]}]}
        note domains[0].rules[5].from: A link that fits both '/b?y={y}' and '/b?x={x}' goes to the second one only because it is declared first; require another item in one of them if that is not intended.

        dropped-item conflict: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a?c={c}","to":"/x?q=a{c}"},{"from":"/a","to":"/x"},{"from":"/b/{id}/{*rest}","to":"/x?q={id}-{rest}"},{"from":"/b/{id}","to":"/x"},{"from":"/c?c={c?}","to":"/x?q=a&c={c}"}]}]}

        unregistered-path malformed-registered-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/u/{id}","to":"/u/{id}/posts/{id}"},{"from":"/v/{id}","to":"/x?id={id}"}]}],"paths":["/x?id={id}","/y/{*rest?}"]}
        error domains[0].rules[0].to: '/u/{id}' leads to '/u/{id}/posts/{id}', which is not in 'paths'; correct the template, or add a pattern for it.
        error paths[0]: '/x?id={id}' has a '?', but a pattern is only a path; remove it and what follows, or write '%3F' if the path itself has that character.

        unregistered-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/u/{id}","to":"/u/{id}/posts/{id}"}]}],"paths":["/u/{user}/posts/{post}"]}

        needless-allow unknown-capture: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a","to":"/x?id={id}","allow":["unknown-capture"]},{"from":"/b","to":"/x","allow":["no-exampel"]}]}]}
        error domains[0].rules[0].to: Domain 'a.io', rule '/a': the template uses '{id}', but nothing is captured; capture it, or write '{{id}}' for the text.
        warning domains[0].rules[0].allow[0]: 'unknown-capture' is allowed here, but no finding that can be allowed has this code; remove it.
        warning domains[0].rules[1].allow[0]: 'no-exampel' is allowed here, but no finding that can be allowed has this code; write 'no-example'.

        invisible-character malformed-path malformed-template malformed-host: {"domains":[{"hosts":["a.io\u{200B}"],"rules":[{"from":"\u{FEFF}/a","to":"/x"},{"from":"/a/{id\u{200B}}","to":"/x"},{"from":"/b/{id}\u{200B}","to":"/x"},{"from":"/c","to":" /x"},{"from":"/d","to":"/x "}]}]}
        error domains[0].hosts[0]: Domain 'a.io\\u{200B}': the host 'a.io\\u{200B}' has non-ASCII characters; remove the character that is not seen.
        error domains[0].rules[0].from: '\\u{FEFF}/a' has an invisible character; remove it.
        error domains[0].rules[1].from: '/a/{id\\u{200B}}' has an invisible character; remove it.
        warning domains[0].rules[2].from: '/b/{id}\\u{200B}' has an invisible character; remove it, or write '%E2%80%8B' if links have it.
        error domains[0].rules[3].to: '\\u{20}/x' has a blank at its end; remove it.
        error domains[0].rules[4].to: '/x\\u{20}' has a blank at its end; remove it, or write '%20' if links have it.

        foreign-capture unknown-capture: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a/<int:id>","to":"/x?id={id}"},{"from":"/b/:x","to":"/x?id={id}"},{"from":"/:l?/c","to":"/x?l={l}"}]}]}
        error domains[0].rules[0].from: '<int:id>' in '/a/<int:id>' is plain text; write '{id:int}' to capture it.
        error domains[0].rules[1].to: Domain 'a.io', rule '/b/:x': the template uses '{id}', but nothing is captured; capture it, or write '{{id}}' for the text.
        warning domains[0].rules[1].from: ':x' in '/b/:x' is plain text; write '{x}' to capture it, or '%3Ax' for the text.
        error domains[0].rules[2].from: '/:l?/c' has an optional part, as other routers write it; write '/{l}/c', and '/c' too if it is meant.

        foreign-capture malformed-path malformed-query-item malformed-template optional-path-capture: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/p/{a:[a-z]+}/{b:[0-9]+}/{c:\\\\w+}","to":"/x"},{"from":"/a?","to":"/x"},{"from":"/a/.*?","to":"/x"},{"from":"/b/{id:[^/]+?}","to":"/x"},{"from":"/c","to":"/x?"}]}]}
        error domains[0].rules[0].from: '{a:[a-z]+}' in '/p/{a:[a-z]+}/{b:[0-9]+}/{c:\\w+}' is written for another router; write '{a}' to capture it, or '%7Ba%3A%5Ba-z%5D%2B%7D' for the text.
        warning domains[0].rules[0].from: '{b:[0-9]+}' in '/p/{a:[a-z]+}/{b:[0-9]+}/{c:\\w+}' is written for another router; write '{b:int}' to capture it, or '%7Bb%3A%5B0-9%5D%2B%7D' for the text.
        warning domains[0].rules[0].from: '{c:\\w+}' in '/p/{a:[a-z]+}/{b:[0-9]+}/{c:\\w+}' is written for another router; write '{c}' to capture it, or '%7Bc%3A%5Cw%2B%7D' for the text.
        error domains[0].rules[1].from: 'a?' in '/a?' has a '?' at its end; write 'a', or 'a%3F' for the text.
        error domains[0].rules[2].from: '.*?' in '/a/.*?' is written for another router; write '{*rest}' to capture it, or '.%2A%3F' for the text.
        error domains[0].rules[3].from: '{id:[^/]+?}' in '/b/{id:[^/]+?}' is written for another router; write '{id}' to capture it, or '%7Bid%3A%5B%5E%2F%5D%2B%3F%7D' for the text.
        error domains[0].rules[4].to: 'x?' in '/x?' has a '?' at its end; write 'x', or 'x%3F' for the text.

        swallowed-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/domainA/{id}","to":"/x"},{"from":"/domainA/items/{id}","to":"/x"},{"from":"/domainB/{id:int}","to":"/x"},{"from":"/domainB/items/{id}","to":"/x"},{"from":"/domainC/{id}","to":"/x"},{"from":"/domainC/items","to":"/items"},{"from":"/domainC/items/{id}","to":"/x"},{"from":"/domainD/{id}","to":"/x"},{"from":"/domainD/a/{id}","to":"/x"},{"from":"/domainD/b/{id:int}","to":"/x"},{"from":"/domainD/c/new","to":"/new"},{"from":"/domainE/{a}-{b:int}","to":"/x"},{"from":"/domainE/x-7/{id}","to":"/x"}]}]}
        warning domains[0].rules[0].from: '/domainA/{id}' takes '/domainA/items' too, though '/domainA/items/{id}' is below it; constrain the capture, or add a rule for '/domainA/items'.
        warning domains[0].rules[7].from: '/domainD/{id}' takes '/domainD/a' too (and 1 more of its kind), though '/domainD/a/{id}' is below it; constrain the capture, or add a rule for '/domainD/a'.
        warning domains[0].rules[11].from: '/domainE/{a}-{b:int}' takes '/domainE/x-7' too, though '/domainE/x-7/{id}' is below it; constrain the capture, or add a rule for '/domainE/x-7'.

        swallowed-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/artist/{id}","to":"/a"},{"from":"/show/{id}","to":"/s"},{"from":"/in/x/{id}","to":"/x"},{"from":"/in/{*path}","to":"/web"},{"from":"/{*path}","to":"/web"}]}]}

        swallowed-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/artist/{id}","to":"/a"},{"from":"/{slug}","to":"/fair"}]}]}
        note domains[0].rules[1].from: '/{slug}' takes '/artist' too, though '/artist/{id}' is below it; constrain the capture, or add a rule for '/artist'.

        open-redirect: {"domains":[{"anyHostAs":"host","rules":[{"from":"/{*rest?:verbatim}","to":"/open?host={host}&rest={rest}"}]}]}

        open-redirect: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/{*feed:verbatim}","to":"/subscribe?feed={feed}"}]}]}
        warning domains[0].rules[0].to: '/{*feed:verbatim}' gives the app any text as 'feed', which can be an address to open; let the app open only its own addresses, or ask the user first, and allow 'open-redirect'.

        open-redirect: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/{path}.json","to":"/x?url=http://{path}.json"}]}]}
        warning domains[0].rules[0].to: '/{path}.json' lets the capture 'path' choose the host to which 'url' leads; write the host in the template with a slash after it, or let the app open only its own addresses.

        unused-capture: {"domains":[{"hosts":["{shop}.a.io"],"prefixes":["","/{locale:en|fr}"],"rules":[{"from":"/{a}/{_b}?c={c}&d={d?}","to":"/x?d={d}"},{"unwrap":"/go/{id}?u={target}"},{"unwrap":"/to?u={link}"}]}]}
        note domains[0].hosts[0]: '{shop}.a.io' captures 'shop', and nothing uses it; use it in the template, or call it '_shop' if that is intended.
        note domains[0].prefixes[1]: The prefix '/{locale:en|fr}' captures 'locale', and nothing uses it; use it in the template, or call it '_locale' if that is intended.
        note domains[0].rules[0].from: '/{a}/{_b}?c={c}&d={d?}' captures 'a', and nothing uses it; use it in the template, or call it '_a' if that is intended.
        note domains[0].rules[0].from: '/{a}/{_b}?c={c}&d={d?}' captures 'c', and nothing uses it; use it in the template, or call it '_c' if that is intended.
        note domains[0].rules[1].unwrap: '/go/{id}?u={target}' captures 'id', and nothing uses it; use it in the template, or call it '_id' if that is intended.

        unused-capture: {"schemes":[{"names":["db"],"wholeLinkAs":"url","to":"/x"}]}
        note schemes[0].wholeLinkAs: '{url}' captures 'url', and nothing uses it; use it in the template, or call it '_url' if that is intended.

        dropped-item: {"domains":[{"hosts":["{shop}.a.io","a.io"],"prefixes":["","/{locale:en|fr}"],"rules":[{"from":"/a?c={c?}","to":"/x?q=a{c}"},{"from":"/b/{id}/{*rest?}","to":"/x?q={id}-{rest}"},{"from":"/c/{id}","to":"/x?q={id}-{locale}"},{"from":"/d/{id}","to":"/x?q={id}-{shop}"},{"from":"/e?c={c?}&d={d}","to":"/x?q=a&c={c}&d=-{d}"}]}]}
        warning domains[0].rules[0].to: '/a?c={c?}' makes no item 'q' of a link without 'c', although the item has more than that; write '{c}' as an item of its own, or remove the '?' of 'c' in '/a?c={c?}' and add a rule for links without it.
        warning domains[0].rules[1].to: '/b/{id}/{*rest?}' makes no item 'q' of a link without 'rest', although the item has more than that; write '{rest}' as an item of its own, or remove the '?' of 'rest' in '/b/{id}/{*rest?}' and add a rule for links without it.
        warning domains[0].rules[2].to: '/c/{id}' makes no item 'q' of a link without 'locale', although the item has more than that; write '{locale}' as an item of its own.
        warning domains[0].rules[3].to: '/d/{id}' makes no item 'q' of a link without 'shop', although the item has more than that; write '{shop}' as an item of its own.

        foreign-capture: {"domains":[{"hosts":["a.io"],"query":{"strip":["utm_*","*a","b*c"]}},{"hosts":["b.io"],"query":{"strip":["b*c"]},"allow":["foreign-capture"]},{"hosts":["c.io"],"query":{"keepOnly":["q","utm_*"]}}]}
        warning domains[0].query.strip[1]: The '*' in '*a' is plain text here; write it at the end, as in 'utm_*', or allow 'foreign-capture' if an item is named so.
        warning domains[0].query.strip[2]: The '*' in 'b*c' is plain text here; write it at the end, as in 'utm_*', or allow 'foreign-capture' if an item is named so.
        warning domains[2].query.keepOnly[1]: The '*' in 'utm_*' is plain text here; write the whole name of each item, or allow 'foreign-capture' if an item is named so.

        empty-text: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a","to":"/x","title":""},{"from":"/b","to":"/x","title":"B","owner":""},{"from":"/c","to":"/x","title":"","owner":"Shop"}]}]}
        error domains[0].rules[0].title: Domain 'a.io', rule '/a': its 'title' is empty; write one, or remove it.
        error domains[0].rules[1].owner: Domain 'a.io', rule '/b': its 'owner' is empty; write one, or remove it. This is 'B'.
        error domains[0].rules[2].title: Domain 'a.io', rule '/c': its 'title' is empty; write one, or remove it. This is a rule of 'Shop'.

        no-example: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a","to":"/x","examples":{"/a":"/x"}},{"from":"/b","to":"/x"}]}]}
        note domains[0].rules[1]: '/b' has no example; add one under 'examples', and it is tried whenever the rules are read.

        example-of-other-rule: {"domains":[{"hosts":["a.io"],"unmatched":"passThrough","rules":[{"from":"/old/{id}","to":"/i?id={id}","examples":{"/new/5":"/i?id=5","/new/6":"/i?id=6"}},{"from":"/new/{id}","to":"/i?id={id}","examples":{"/new/6":"/i?id=6","/old/7":"/i?id=7"}},{"from":"/b/{x:int}","to":"/b/{x}","examples":{"/b/x":"/b/x"}},{"unwrap":"/u?t={t}","examples":{"/v?t=https://a.io/new/5":"/i?id=5"}},{"unwrap":"/v?t={t}","examples":{"/v?t=https://a.io/new/5":"/i?id=5"}},{"from":"/c","to":"/c","examples":{"/v?t=https://a.io/c":"/c"}},{"from":"/d/{x:int}","to":"/d","examples":{"https://b.io/":null}},{"refuse":"/e","examples":{"/new/8":"/i?id=8"}}]}]}
        warning domains[0].rules[0].examples["/new/5"]: '/old/{id}' has no example that it takes itself: '/new/5' is a link of the rule '/new/{id}'; add one.
        warning domains[0].rules[2].examples["/b/x"]: '/b/{x:int}' has no example that it takes itself: '/b/x' passes through without a rule; add one.
        warning domains[0].rules[3].examples["/v?t=https://a.io/new/5"]: '/u?t={t}' has no example that it takes itself: '/v?t=https://a.io/new/5' is a link of the rule '/v?t={t}'; add one.

        example-of-other-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/old/{id}","to":"/i?id={id}","examples":{"/new/5":"/i?id=5","/old/5":"/i?id=5"}},{"from":"/new/{id}","to":"/i?id={id}"}]}]}

        example-of-other-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/old/{id}","to":"/i?id={id}"},{"from":"/new/{id}","to":"/i?id={id}","examples":{"/new/5":"/i?id=5"}}]}]}

        example-of-other-rule: {"domains":[{"hosts":["a.io"],"unmatched":"passThrough","rules":[{"from":"/b/{x:int}","to":"/b/{x}","examples":{}},{"from":"/c","to":"/c","examples":{"/c":"/c","/b/x":"/b/x"}}]}]}

        example-of-other-rule failing-example dead-rule: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a","to":"/x","examples":{"/b":"/y"}},{"from":"/b","to":"/x"},{"from":"/c/{n:int}","to":"/x"},{"from":"/c/{n:1|2}","to":"/x","examples":{"/c/3":"/x"}}]}]}
        error domains[0].rules[0].examples["/b"]: Domain 'a.io', rule '/a': the example '/b' becomes '/x' by the rule '/b', not '/y' (segment 1 is 'b', not 'a'); correct the rule or the example.
        warning domains[0].rules[3].examples["/c/3"]: '/c/{n:1|2}' has no example that it takes itself: '/c/3' is a link of the rule '/c/{n:int}'; add one.

        unregistered-path malformed-registered-path: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a/{id}","to":"/featureA/detial?id={id}"},{"from":"/b","to":"/nowhere"},{"from":"/c/{id}","to":"/itms/{id}"}]}],"paths":["/featureA/detail","/featureA/detail/","/{id","/featureB","/items/{id:int}"]}
        error domains[0].rules[0].to: '/a/{id}' leads to '/featureA/detial', which is not in 'paths'; write '/featureA/detail', or add the path.
        error domains[0].rules[1].to: '/b' leads to '/nowhere', which is not in 'paths'; correct the template, or add the path.
        error domains[0].rules[2].to: '/c/{id}' leads to '/itms/{id}', which is not in 'paths'; make it fit '/items/{id:int}', or add the path.
        error paths[1]: '/featureA/detail/' is the same path as '/featureA/detail'; remove one.
        error paths[2]: '/{id' opens a capture at byte 1 that is not closed before the next slash; close it with '}', or write '{{' for a literal brace.

        foreign-capture: {"domains":[{"hosts":["a.io"],"prefixes":["","/:lang"],"rules":[{"from":"/a/:id","to":"/b/*"},{"unwrap":"/out/:x?u={target}"}]}],"paths":["/b/<id>"]}
        warning domains[0].prefixes[1]: ':lang' in '/:lang' is plain text; write '{lang}' to capture it, or '%3Alang' for the text.
        warning domains[0].rules[0].from: ':id' in '/a/:id' is plain text; write '{id}' to capture it, or '%3Aid' for the text.
        warning domains[0].rules[0].to: '*' in '/b/*' is plain text; write each path that is meant, with captures such as '{name}', or '%2A' for the text.
        warning domains[0].rules[1].unwrap: ':x' in '/out/:x?u={target}' is plain text; write '{x}' to capture it, or '%3Ax' for the text.
        warning paths[0]: '<id>' in '/b/<id>' is plain text; write '{id}' to capture it, or '%3Cid%3E' for the text.

        malformed-registered-path foreign-capture: {"domains":[{"hosts":["a.io"]}],"paths":["/a/:b?"]}
        error paths[0]: '/a/:b?' has an optional part, as other routers write it; write '/a/{b}', and '/a' too if it is meant.

        invisible-character malformed-path: {"domains":[{"hosts":["a.io"],"prefixes":["","/p\u{2060}"],"rules":[{"from":"/a","to":"/x\u{200B}"},{"from":"/👨‍👩‍👧/❤️","to":"/b"},{"refuse":"/c\u{7F}"}]}],"paths":["/x\u{200B}"]}
        warning domains[0].prefixes[1]: '/p\\u{2060}' has an invisible character; remove it, or write '%E2%81%A0' if links have it.
        warning domains[0].rules[0].to: '/x\\u{200B}' has an invisible character; remove it, or write '%E2%80%8B' if links have it.
        error domains[0].rules[2].refuse: '/c\\u{7F}' has an invisible character; remove it.
        warning paths[0]: '/x\\u{200B}' has an invisible character; remove it, or write '%E2%80%8B' if links have it.

        joined-segments: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/a/{*rest}","to":"/b/{rest}"},{"from":"/b/{*rest}","to":"/b/x-{rest}"},{"from":"/c/{*rest}","to":"/b/{*rest}?rest={rest}"},{"from":"/d/{rest}","to":"/b/{rest}"},{"from":"/e/{*url:verbatim}","to":"/b/{url}"}]}]}
        warning domains[0].rules[0].to: '/b/{rest}' puts the catch-all 'rest' into one segment, so that its 'x/y' becomes 'x%2Fy'; write '{*rest}' alone between two slashes for its segments.
        warning domains[0].rules[1].to: '/b/x-{rest}' puts the catch-all 'rest' into one segment, so that its 'x/y' becomes 'x%2Fy'; write '{*rest}' alone between two slashes for its segments.

        secret-in-scheme: {"domains":[{"hosts":["a.io"],"rules":[{"from":"/login/{magicToken}","to":"/login?t={magicToken}"}]}],"schemes":[{"names":["myapp"],"rules":[{"from":"/login/{magicToken}","to":"/login?t={magicToken}"},{"from":"/reset?code={c}","to":"/reset?c={c}"},{"from":"/open/{x}","to":"/open?password={x}"},{"from":"/l?t={token}","to":"/l?x={token}"},{"from":"/promo?promo_code={c}&mode=token","to":"/promo?c={c}&m=token"}]}]}
        warning schemes[0].rules[0].from: '/login/{magicToken}' takes 'magicToken', which looks like a secret, and any app can claim the scheme 'myapp' and read it; send it in links to a domain.
        warning schemes[0].rules[1].from: '/reset?code={c}' takes 'code', which looks like a secret, and any app can claim the scheme 'myapp' and read it; send it in links to a domain.
        warning schemes[0].rules[2].from: '/open/{x}' takes 'password', which looks like a secret, and any app can claim the scheme 'myapp' and read it; send it in links to a domain.
        warning schemes[0].rules[3].from: '/l?t={token}' takes 'token', which looks like a secret, and any app can claim the scheme 'myapp' and read it; send it in links to a domain.

        no-example swallowed-path needless-allow: {"domains":[{"hosts":["a.io"],"allow":["no-example"],"rules":[{"from":"/domainA/{id}","to":"/x?id={id}","allow":["swallowed-path"]},{"from":"/domainA/items/{id}","to":"/x?id={id}"}]}]}

        needless-allow: {"domains":[{"hosts":["a.io"],"allow":["open-redirect"],"rules":[{"from":"/a","to":"/x","examples":{"/a":"/x"},"allow":["swalowed-path","xyz"]}]}]}
        warning domains[0].allow[0]: 'open-redirect' is allowed here, but there is no such finding; remove it.
        warning domains[0].rules[0].allow[0]: 'swalowed-path' is allowed here, but no finding that can be allowed has this code; write 'swallowed-path'.
        warning domains[0].rules[0].allow[1]: 'xyz' is allowed here, but no finding that can be allowed has this code; remove it.

        needless-allow malformed-path: {"domains":[{"hosts":["a.io"],"allow":["open-redirect","xyz"],"rules":[{"from":"a","to":"/x","allow":["no-example"]}]},{"hosts":["b.io"],"allow":["any-host"]}]}
        warning domains[0].allow[1]: 'xyz' is allowed here, but no finding that can be allowed has this code; remove it.
        error domains[0].rules[0].from: Domain 'a.io', rule 'a': 'a' does not begin with a slash; write '/a'.
        warning domains[1].allow[0]: 'any-host' is allowed here, but there is no such finding; remove it.

        needless-allow conflict failing-example: {"domains":[{"hosts":["a.io"],"allow":["conflict"],"rules":[{"from":"/a","to":"/x","examples":{"/a":"/y"},"allow":["failing-example"]},{"from":"/b/{x}","to":"/x"},{"from":"/b/{y}","to":"/x"}]}]}
        warning domains[0].allow[0]: 'conflict' is allowed here, but no finding that can be allowed has this code; remove it.
        error domains[0].rules[0].examples["/a"]: Domain 'a.io', rule '/a': the example '/a' becomes '/x', not '/y'; correct the rule or the example.
        warning domains[0].rules[0].allow[0]: 'failing-example' is allowed here, but no finding that can be allowed has this code; remove it.
        error domains[0].rules[2].from: Domain 'a.io', rule '/b/{y}': it matches exactly the same links as the source's rule 2, '/b/{x}', at '/b/{y}'; remove one of the two, or require a query item in one.

        any-host: {"domains":[{"anyHostAs":"server","rules":[{"from":"/@{user}","to":"/user?name={user}&server={server}"}]}]}
        note domains[0].anyHostAs: Links to any host reach the app, with the host as 'server'; show it to the user before anything is sent to it, and allow 'any-host' if that is intended.

        any-host needless-allow: {"domains":[{"anyHostAs":"server","allow":["any-host"],"rules":[{"from":"/@{user}","to":"/user?name={user}&server={server}"}]}]}
        """

    @Test(arguments: documents.components(separatedBy: "\n\n"))
    func `a document has these findings, with these sentences`(text: String) throws {
        let lines = text.components(separatedBy: "\n")
        let colon = try #require(lines[0].firstIndex(of: ":"))
        let codes = lines[0][..<colon].split(separator: " ").map(String.init)
        let document = #"{"version":1,"# + lines[0][colon...].dropFirst(3)
        let configuration = try LinkConfiguration(data: Data(document.utf8))
        let found = configuration.findings().filter { codes.contains($0.code.rawValue) }
            .map { "\($0.severity.rawValue) \($0.place): \($0.message)" }
        #expect(found == lines.dropFirst().map(\.self))
    }

    // MARK: - Invalid rules

    @Test func `a finding says whose rule it is about`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/a/{x}", to: "/a", examples: ["/a": "/b"], title: "A", owner: "Growth")
                Rewrite("/b", to: "/b", title: "B")
                Rewrite("/c", to: "/c", owner: "Shop")
                Rewrite("/d", to: "/d")
            }
        ])
        let ends = configuration.findings().map { finding in
            "\(finding.code) \(finding.message.split(separator: ". ").last ?? "")"
        }
        #expect(
            ends == [
                "failing-example This is 'A' of 'Growth'.",
                "unused-capture This is 'A' of 'Growth'.",
                "no-example This is 'B'.", "no-example This is a rule of 'Shop'.",
                "no-example '/d' has no example; add one under 'examples', and it is tried whenever the rules are read.",
            ]
        )
    }

    @Test func `all faults are found, not only the first`() {
        let configuration = LinkConfiguration(
            domains: [
                Domain("a.io", "a..io", prefixes: ["", "/{x", ""]) {
                    Rewrite("/{id}", to: "/x?id={di}")
                    // Examples of a source with such faults are not checked.
                    Rewrite("/a", to: "/x", examples: ["/a": "/y"])
                },
                Domain("b.io") {
                    Rewrite("/b", to: "/x", examples: ["/b": "/y", "/c": "/z"])
                    Rewrite("/c", to: "/x", examples: ["/c": "/x"])
                    Rewrite("/c", to: "/y", examples: ["/c": "/y"])
                }, Domain("a.io") { Rewrite("b", to: "/x") },
            ],
            schemes: [Scheme("https", "my_app", "ok")]
        )
        let errors = configuration.findings().filter { $0.severity == .error }
        #expect(
            errors.map { "\($0.code) \($0.place)" } == [
                "malformed-host domains[0].hosts[1]", "malformed-prefix domains[0].prefixes[1]",
                "duplicate-prefix domains[0].prefixes[2]", "unknown-capture domains[0].rules[0].to",
                "failing-example domains[1].rules[0].examples[\"/b\"]",
                "failing-example domains[1].rules[0].examples[\"/c\"]",
                "conflict domains[1].rules[2].from", "duplicate-host domains[2].hosts[0]",
                "malformed-path domains[2].rules[0].from", "foreign-scheme schemes[0].names[0]",
                "malformed-scheme schemes[0].names[1]",
            ]
        )
        #expect(
            errors.first { $0.code == .conflict }?.message
                == "Domain 'b.io', rule '/c': it matches exactly the same links as the source's rule 2, '/c', at '/c'; remove one of the two, or require a query item in one."
        )
    }

    @Test func `what a rewriter is refused for is found first, and says the same`() throws {
        let configuration = Self.domain { Rewrite("/{id}", to: "/x?id={di}") }
        let error = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: configuration)
        }
        let finding = try #require(configuration.findings().first)
        #expect(finding.place == error.path)
        #expect(error.description.hasSuffix(finding.message))
    }

    // MARK: - Rules that never win

    /// Patterns, the one that never wins, and those that leave it no links.
    @Test(
        arguments: triples(
            """
            /{a}-{b}  /{id:uuid} → /{id:uuid} → '/{a}-{b}' is tried first and takes
            /{l:en|fr}/a  /en/a  /fr/a → /{l:en|fr}/a → '/en/a' and '/fr/a' are tried first and together take
            /{l:de|en|fr}/a  /{m:en|fr}/a  /de/{x}  /de/a → /{l:de|en|fr}/a → '/de/a' and '/{m:en|fr}/a' are tried first and together take
            /docs/{*rest}  /docs/{x}  /docs/{x}/{*y} → /docs/{*rest} → '/docs/{x}' and '/docs/{x}/{*y}' are tried first and together take
            /{x}-{y}-{z}/end  /{t}-{id:uuid}/end → /{t}-{id:uuid}/end → '/{x}-{y}-{z}/end' is tried first and takes
            /{a}-{b}/{*c}  /{w:foo-bar|baz-qux}/x/{y} → /{w:foo-bar|baz-qux}/x/{y} → '/{a}-{b}/{*c}' is tried first and takes
            // Each of these has links of its own.
            /{a:int}  /{id:uuid}  /{x}  /new → "" → ""
            /{l:en|fr}/a  /en/a  /fr/b → "" → ""
            /{l:en|fr}/a  /en/a  /fr/a?x={x} → "" → ""
            /docs/{*rest}  /docs/{x}  /docs/{x}/{y} → "" → ""
            /blog/{*page}  /blog/{*rest?} → "" → ""
            /{*page}  /{*rest?} → "" → ""
            /{a}-{b:int}  /{id:uuid} → "" → ""
            /a/{x}  /{y}/b → "" → ""
            /{e:slug}  /x{b}  /{a} → "" → ""
            /{a}-{b}/x  /{id:uuid}/y → "" → ""
            """
        )
    )
    func `a rule that others leave no links never wins`(text: String, dead: String, others: String)
    {
        let patterns = text.components(separatedBy: "  ")
        let configuration = Self.domain(
            patterns.enumerated().map { .rewrite(Rewrite($1, to: "/to\($0)")) }
        )
        let expected = patterns.firstIndex(of: dead).map {
            "error domains[0].rules[\($0)].from: '\(dead)' never wins, as \(others) all of its links; remove this rule, or constrain the others."
        }
        #expect(Self.findings(.deadRule, in: configuration) == [expected].compactMap(\.self))
    }

    // MARK: - Queries

    /// Of two rules that rank alike, the one declared first is tried first.
    @Test(arguments: [
        ("/a", "/a?x={x:int?}", true), ("/a?x={x:hex}", "/a?x={y:int}", true),
        ("/a?y={y?}", "/a?x={x:int?}", true),
        ("/a", "/a?x={x}", false), ("/a?x={x}", "/a?x=1", false), ("/a?x={x:int?}", "/a?x", false),
        // A text that does not fit the first rule's constraint reaches the second rule.
        ("/a?x={x:int?}", "/a", false), ("/a?x={x:int?}", "/a?y={y?}", false),
        ("/a?x y={x:a|b?}", "/a", false), ("/a?x=1", "/a?x=2", false),
        ("/a?x={x:int}", "/a?x={x:alpha}", false),
        // A text with an empty segment is no path.
        ("/a?x={x:path}", "/a?x={x}", false), ("/a?x={x}", "/a?x={x:path}", false),
        ("/a?x={x:path}", "/a?x=b{x}", false), ("/a?{x:path}", "/a?{x}", false),
        ("/a#{x:path}", "/a#{x}", false),
    ])
    func `a rule whose path another one has, that asks no more, is hidden`(
        first: String,
        second: String,
        isHidden: Bool
    ) {
        let configuration = Self.domain {
            Rewrite(first, to: "/first")
            Rewrite(second, to: "/second")
        }
        let sentence =
            "error domains[0].rules[1].from: '\(second)' never wins, as '\(first)' has the same path, is tried first and requires no more query items; put this rule before it, or require another item in this rule."
        #expect(Self.findings(.hiddenByQuery, in: configuration) == (isHidden ? [sentence] : []))
        #expect(Self.findings(.deadRule, in: configuration) == [])
    }

    @Test(arguments: [
        ("/open?url=/settings/{section:a|b}", "/open?url=/home/{panel:a|b}", 0),
        ("/open?url=/settings/{section:a|b}", "/open?url=/settings/{section:a|b}/", 0),
        ("/open?url=/settings/{section:a|b}", "/open?url=/settings/{section:b|c}", 1),
        ("/open?page={page:int}", "/open?page={name:alpha}", 0),
        ("/open?page={page:int?}", "/open?page={name:alpha?}", 1),
        ("/p?a=1&b={x}", "/p?a={x}&b=1", 1),
        ("/p?a=1&b={x:int}", "/p?a={x}&b=c", 0),
    ])
    func `values that no item can share are not told to overlap`(
        first: String,
        second: String,
        count: Int
    ) {
        let findings = Self.findings(
            .queryOverlap,
            in: Self.domain {
                Rewrite(first, to: "/first")
                Rewrite(second, to: "/second")
            }
        )
        #expect(findings.count == count, "\(findings)")
    }

    // MARK: - Registered paths

    @Test(arguments: [
        ("/a/{id}", "/detail/{id}", ["/detail/{item}"], true),
        ("/a/{id:int}", "/detail/{id}", ["/detail/{item:int}"], true),
        ("/a/{id:int}", "/detail/{id}", ["/detail/new"], false),
        ("/a/{id}", "/detail/{id}", ["/detail/new"], true),
        ("/a/{id:x|y}", "/detail/{id}", ["/detail/{k:y|z}"], true),
        ("/a/{id:x|y}", "/detail/{id}", ["/detail/{k:z|w}"], false),
        ("/a/{id}", "/item-{id}", ["/item-{n:int}"], true),
        ("/a/{id:alpha}", "/item-{id}", ["/item-{n:int}"], true),
        ("/a/{*rest}", "/docs/{*rest}", ["/docs/a/b"], true),
        ("/a/{*rest}", "/docs/{*rest}", ["/docs"], false),
        ("/a/{*rest?}", "/docs/{*rest}", ["/docs"], true),
        ("/a/{*rest?}", "/docs/{*rest}", ["/docs/b"], true),
        ("/a/{*rest?}", "/docs/{*rest}", ["/doc"], false),
        ("/a/{id}", "/x/y/z", ["/x/{*rest}"], true),
        ("/a?b={b?}", "/x/{b}", ["/x"], true),
        ("/a?b={b}", "/x/{b}", ["/x"], false),
        ("/a", "/caf%C3%A9", ["/café"], true),
        ("/a", "/A", ["/a"], false),
        ("/s/{id}", "/shop/{id}", ["/{tab}/{id:uuid}"], true),
        ("/s/{id}", "/shop/{id}", ["/{tab:home|shop}/x-{id:int}"], true),
        ("/s/{id}", "/shop/{id}", ["/{tab:home|cart}/{id:int}"], false),
        ("/s/{id:int}", "/shop/{id}", ["/{tab}/{id:uuid}"], false),
        // One constraint includes the other, or some texts fit both.
        ("/a/{s}/{id:int}", "/{s}/{id}", ["/articles/{id:slug}"], true),
        ("/a/{s}/{id:uuid}", "/{s}/{id}", ["/articles/{id:slug}"], true),
        ("/a/{s}/{id:zz|bed}", "/{s}/{id}", ["/articles/{id:hex}"], true),
        ("/a/{s}/{id:hex}", "/{s}/{id}", ["/articles/{id:alpha}"], true),
        ("/a/{s}/{id:alpha}", "/{s}/{id}", ["/articles/{id:hex}"], true),
        ("/a/{s}/{x}", "/{s}/v-{x}", ["/news/{slug:slug}"], true),
        ("/a/{s}/{id:int}", "/{s}/{id}", ["/articles/{id:alpha}"], false),
        // Text beside a capture, and several catch-alls.
        ("/r/{l}/{x}", "/{l}/v{x}", ["/de/v2"], true),
        ("/r/{n}", "/tab-{n}", ["/tab-home", "/tab-settings"], true),
        ("/r/{p}", "/{p}.html", ["/about.html"], true),
        ("/r/{l}/{g}/{p}", "/{l}-{g}/{p}", ["/de-at/home"], true),
        ("/r/{id:int}", "/s-{id}", ["/s-100"], true),
        ("/r/{*a}/to/{*b}", "/{*a}/items/{*b}", ["/shop-{p}/items/{q:int}/new"], true),
        ("/r/{*a}/to/{*b}", "/{*a}/items/{*b}", ["/x/shop-{p}/items/{q:int}"], true),
    ])
    func `a template that leads to no registered path is an error`(
        pattern: String,
        template: String,
        paths: [String],
        isFine: Bool
    ) {
        var configuration = Self.domain { Rewrite(pattern, to: template) }
        #expect(!configuration.findings().contains { $0.code == .unregisteredPath })
        configuration.paths = paths
        let findings = configuration.findings().filter { $0.code == .unregisteredPath }
        #expect(findings.isEmpty == isFine, "\(findings)")
        #expect(findings.allSatisfy { $0.place == "domains[0].rules[0].to" })
    }

    /// Domains whose rule leads to different paths, with these and other registered paths.
    @Test(arguments: [
        // A capture that differs from prefix to prefix.
        (
            Domain("a.io", prefixes: ["/{lang:en|fr}", "/x/{lang:de|it}"]) {
                Rewrite("/a", to: "/{lang}/a")
            }, ["/en/a", "/it/a"], ["/a", "/en/b"]
        ),
        // The segments of a prefix are absent under another one.
        (
            Domain("a.io", prefixes: ["", "/{*server}/host"]) { Rewrite("/a", to: "/{*server}/a") },
            ["/a", "/s/t/a"], ["/b"]
        ),
        // One capture may be absent while another is there.
        (
            Domain("x.io", "{shop}.x.io") {
                Rewrite("/list?page={page?}", to: "/{shop}/list/{page}")
            }, ["/list/{page}", "/{shop}/list/{page}", "/list", "/{shop}/list"], ["/items"]
        ),
    ])
    func `a rule leads to what any of its hosts and prefixes may make`(
        domain: Domain,
        fine: [String],
        others: [String]
    ) {
        for path in fine + others {
            let configuration = LinkConfiguration(domains: [domain], paths: [path])
            let findings = configuration.findings().filter { $0.code == .unregisteredPath }
            #expect(findings.isEmpty == fine.contains(path), "\(findings)")
        }
    }

    @Test func `a path is not called unregistered because others took the time`() {
        let wrong = (0..<100).map { Rewrite("/\($0)/{a:int}/{b}", to: "/{a}/{b}/x\($0)-{b}") }
        let last = Rewrite("/chat/{room:uuid}/{message}", to: "/chat/{room}/{message}")
        let configuration = LinkConfiguration(
            domains: [Domain(hosts: ["a.io"], rules: (wrong + [last]).map(RewriteRule.rewrite))],
            paths: ["/chat/{room}/{message:uuid}"] + (0..<100).map { "/{a:alpha}/{b}/y\($0)-{c}" }
        )
        let places = configuration.findings().filter { $0.code == .unregisteredPath }.map(\.place)
        #expect(places.first == "domains[0].rules[0].to")
        #expect(!places.contains("domains[0].rules[100].to"))
    }

    /// Documents with a mistake, and the only error.
    @Test(
        arguments: pairs(
            """
            {"version":1,"limits":{"bytes":1e30}} → wrong-type limits.bytes: The value is the number 1e+30; write a smaller number.
            {"version":1,"domains":[{"hosts":["a.io"],"query":{"Strip":["a"]}}]} → unknown-key domains[0].query.Strip: The key 'Strip' is unknown; write 'strip'.
            {"version":1,"schemes":[{"hosts":["my"]}]} → unknown-key schemes[0].hosts: The key 'hosts' is unknown; write 'names'.
            {"version":1,"domains":[{"names":["a.io"]}]} → unknown-key domains[0].names: The key 'names' is unknown; write 'hosts'.
            {"version":1,"schemes":[{"names":["a"],"wholeLinkAs":"u","to":"/c?u={u}","rules":[]}]} → conflicting-keys schemes[0].rules: The keys 'wholeLinkAs' and 'rules' cannot be used together; remove one.
            {"version":1,"domains":[{"hosts":["::1"]}]} → malformed-host domains[0].hosts[0]: Domain '::1': the host '::1' is an address without brackets; write '[::1]'.
            {"version":1,"domains":[{"hosts":["{s}"]}]} → malformed-host domains[0].hosts[0]: Domain '{s}': the host '{s}' is a capture without a name behind it; write '{s}.example.com', or a Domain with 'anyHostAs' for any host.
            {"version":1,"domains":[{"hosts":["applinks:a.io"]}]} → malformed-host domains[0].hosts[0]: Domain 'applinks:a.io': the host 'applinks:a.io' has a scheme or a service; write only the host.
            {"version":1,"domains":[{"hosts":["a.io"],"rules":[{"from":"/a/{id}","to":"/b#x{id}"}]}]} → malformed-template domains[0].rules[0].to: Domain 'a.io', rule '/a/{id}': the template '/b#x{id}' has a fragment that is not one capture; write one, as in '#{name}', remove it, or write '%23' for the character.
            {"version":1,"domains":[{"hosts":["a.io"],"rules":[{"from":"/a?id={id:verbatim}","to":"/b?id={id}"}]}]} → malformed-query-item domains[0].rules[0].from: Domain 'a.io', rule '/a?id={id:verbatim}': the query item 'id={id:verbatim}' has ':verbatim', which only a catch-all in a path can have; write 'id={id}'.
            {"version":1,"domains":[{"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"}]}],"paths":["b"]} → malformed-registered-path paths[0]: 'b' does not begin with a slash; write '/b'.
            """
        )
    )
    func `a mistake is one error, with its obstacle and the way out`(
        document: String,
        error: String
    ) {
        let errors = LinkConfiguration.findings(in: Data(document.utf8)).filter {
            $0.severity == .error
        }
        #expect(errors.map { "\($0.code) \($0.place): \($0.message)" } == [error])
    }

    // MARK: - Other spellings

    @Test(arguments: [
        "/wiki/Special:Search", "/a/{b}:c", "/:{id}", "/a/:", "/a/-/b", "/<", "/(a",
        "/[]", "/@me", "/$1", "/a?x=*.html", "/%3Aid", "/{x:a|b}", "/1:2", "/{_a:int}", "/{-:int}",
        "/x?a={a}*",
        "/x/{.b:a|b}", "/Foo_(bar)",
        "/Foo_({bar})", "/a(b/c)d",
        "/a:id?x=1", "/a{{/b}}", "/{x:c++|d}", "/{x:a%20|b}", "/{x:(a)|b}", "/a(b.c)/{id}",
        "/x?q=(a)b", "/c++?a", "/x?q=(a)?", "/p?q=a*b",
    ])
    func `what looks like a text is let be`(pattern: String) {
        #expect(
            Self.findings(.foreignCapture, in: Self.domain { Rewrite(pattern, to: "/x") }) == []
        )
    }

    @Test(arguments: ["/d?q=2*x&id={id}", "/d/2*x/{id}"])
    func `what looks like a text in a template is let be`(template: String) {
        let domain = Self.domain { Rewrite("/p/{id}", to: template) }
        #expect(Self.findings(.foreignCapture, in: domain) == [])
    }

    @Test(arguments: [
        ("/cart\u{200B}", "'/cart\\u{200B}' has an invisible character", "%E2%80%8B"),
        ("/ca\u{A0}rt", "'/ca\\u{A0}rt' has an invisible character", "%C2%A0"),
        ("/\u{FEFF}cart", "'/\\u{FEFF}cart' has an invisible character", "%EF%BB%BF"),
        ("/ca\u{AD}rt", "'/ca\\u{AD}rt' has an invisible character", "%C2%AD"),
        (
            "/cart?a=\u{202E}b", "'/cart?a=\\u{202E}b' has an invisible character",
            "%E2%80%AE"
        ),
        ("/cart\u{3000}", "'/cart\\u{3000}' has an invisible character", "%E3%80%80"),
        ("/cart ", "'/cart\\u{20}' has a blank at its end", "%20"),
    ])
    func `a character that nobody sees is found`(
        pattern: String,
        obstacle: String,
        encoded: String
    ) throws {
        #expect(
            Self.findings(.invisibleCharacter, in: Self.domain { Rewrite(pattern, to: "/x") }) == [
                "warning domains[0].rules[0].from: \(obstacle); remove it, or write '\(encoded)' if links have it."
            ]
        )
        // Both ways out, followed.
        let bare = String(
            String.UnicodeScalarView(pattern.unicodeScalars.filter { !$0.isInvisible && $0 != " " })
        )
        let written = pattern.unicodeScalars.map { scalar in
            scalar.isInvisible || scalar == " " ? encoded : String(scalar)
        }.joined()
        for text in [bare, written] {
            #expect(
                Self.findings(.invisibleCharacter, in: Self.domain { Rewrite(text, to: "/x") })
                    == []
            )
        }
    }

    // MARK: - Addresses and secrets

    @Test(arguments: [
        ("/web?url={u}", "/browser?page={u}", true),
        ("/web/{*rest}", "/browser?returnTo={rest}", true),
        ("/web?next={n?}", "/home?n={n}", true),
        ("/web?redirectURL={r}", "/home?x={r}", true),
        ("/web?url={u:int}", "/browser?url={u}", false),
        ("/web?url={u:slug}", "/browser?url={u}", false),
        ("/web?url={u}", "/browser?url=https://a.io/{u}", false),
        ("/web?id={id}", "/browser?id={id}", false),
        ("/web?url=x", "/browser?url=x", false),
        ("/curl?nextstep={s}", "/x?step={s}", false),
        // The template begins with the start of an address, and a capture completes it.
        ("/{path}.json", "/x?url=http://{path}.json", true), ("/{path}", "/x?url=//{path}", true),
        ("/{p:http|https}/{path}", "/x?url={p}://{path}", true),
        ("/{p:news|mailto}/{path}", "/x?url={p}://{path}", true),
        ("/{p:alpha}/{path:slug}", "/x?v={p}://{path}", true),
        ("/{path}", "/x?v=HTTPS:{path}", true), ("/{path}", "/x?v=https:/{path}", true),
        ("/{path}", "/x?v=/\\{path}", true), ("/{path}", "/x?v=https://a.io{path}", true),
        ("/{path}", "/x?v=https://{path}.a.io/b", true),
        ("/{path}", "/x?v=https://me:{path}@a.io/", true),
        ("/{path:slug}", "/x?v=https://a.io{path}", true),
        ("/{path:alpha}", "/x?v=https://a.{path}/b", true),
        ("/{a:alpha}/{b}", "/x?v=https://{a}.{b}/", true),
        ("/{path:slug}", "/x?v=https://{path}.a.io/b", false),
        ("/{path}", "/x?v=https://a.io/{path}", false),
        ("/{path}", "/x?v=https://a.io?{path}", false),
        ("/{path}", "/x?v=https://a.io#{path}", false),
        ("/{port:int}", "/x?v=http://localhost:{port}/", false),
        ("/{port:alnum}", "/x?v=http://localhost:{port}", false),
        ("/{h:a.io|b.io}/{path}", "/x?url=https://{h}/{path}", false),
        ("/{h:a.io|b.io}/{path}", "/x?url=https://{h}{path}", true),
        // A whole address, whatever its name is.
        ("/{*site:verbatim}", "/x?site={site}", true), ("/{*s?:verbatim}", "/x?s={s}", true),
        ("/{*site:verbatim}", "/x?site=in/{site}", false), ("/{*site}", "/x?site={site}", false),
        // The template does not begin an address, but the capture can make it one.
        ("/{*rest}", "/x?url=/{rest}", true), ("/{rest}", "/x?next=/{rest}", true),
        ("/{rest}", "/x?next=http{rest}", true), ("/{a:alpha}/{rest}", "/x?next={a}{rest}", true),
        ("/{*rest}", "/x?path=/{rest}", false), ("/{rest}", "/x?next=/a/{rest}", false),
        ("/{rest}", "/x?url=javascript:{rest}", true), ("/{rest}", "/x?url=data:{rest}", true),
        ("/{rest}", "/x?next=page-{rest}", false), ("/{rest:slug}", "/x?url=/{rest}", false),
        ("/{l:en|de}/{rest}", "/x?url={l}/{rest}", false),
        ("/{n:int}/{rest}", "/x?url={n}{rest}", false), ("/{x}", "/x?url=mailto:{x}", false),
    ])
    func `an address of anybody's choice is a warning`(
        pattern: String,
        template: String,
        isFound: Bool
    ) {
        let findings = Self.domain { Rewrite(pattern, to: template) }.findings()
            .filter { $0.code == .openRedirect }
        #expect(findings.isEmpty == !isFound)
        #expect(
            findings.allSatisfy { $0.severity == .warning && $0.place == "domains[0].rules[0].to" }
        )
    }

    // MARK: - Acknowledged findings

    /// Every rule here has the same finding, so what remains shows how far each acknowledgement reaches.
    @Test func `an acknowledgement counts for its own rule or source alone`() {
        /// The places of the findings; those of one source, or of one of its rules, are allowed.
        func places(allowing source: Int? = nil, rule: Int? = nil) -> [Substring] {
            func isAllowed(_ number: Int, _ own: Int?) -> [String] {
                number == source && own == rule ? ["no-example"] : []
            }
            func rules(_ number: Int) -> [RewriteRule] {
                ["/a/{x}", "/b/{x}"].enumerated().map {
                    .rewrite(Rewrite($1, to: "/t?x={x}", allow: isAllowed(number, $0)))
                }
            }
            let options = (0..<3).map { SourceOptions(allow: isAllowed($0, nil)) }
            let configuration = LinkConfiguration(
                domains: [
                    Domain(hosts: ["a.io"], options: options[0], rules: rules(0)),
                    Domain(hosts: ["b.io"], options: options[1], rules: rules(1)),
                ],
                schemes: [Scheme(names: ["app"], options: options[2], rules: rules(2))]
            )
            return Self.findings(.noExample, in: configuration).map { $0.split(separator: " ")[1] }
        }
        let all = places()
        #expect(all.count == 6)
        for (source, place) in ["domains[0]", "domains[1]", "schemes[0]"].enumerated() {
            #expect(places(allowing: source) == all.filter { !$0.hasPrefix(place) })
            for rule in 0..<2 {
                let others = all.filter { !$0.hasPrefix("\(place).rules[\(rule)]") }
                #expect(places(allowing: source, rule: rule) == others)
            }
        }
    }

    // MARK: - Places

    @Test func `findings of a text have lines and columns`() throws {
        let text = """
            {
              "version": 1,
              "domains": [
                { "hosts": ["a.io"],
                  "rules": [
                    { "from": "/a/{id}", "to": "/x?id={id}" } ] }
              ]
            }
            """
        let findings = LinkConfiguration.findings(in: Data(text.utf8))
        #expect(
            findings.map(\.description) == [
                "note: no-example at domains[0].rules[0] (line 6, column 9): '/a/{id}' has no example; add one under 'examples', and it is tried whenever the rules are read."
            ]
        )
        #expect(findings[0].line == 6 && findings[0].column == 9)
        let configuration = try LinkConfiguration(data: Data(text.utf8))
        #expect(configuration.findings()[0].line == nil)
    }

    @Test func `a finding about two rules gives the line of the other`() {
        let text = """
            { "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [
              { "from": "/c", "to": "/x" },
              { "from": "/c", "to": "/y" }
            ] }] }
            """
        let messages = LinkConfiguration.findings(in: Data(text.utf8))
            .filter { $0.code == .conflict }.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.allSatisfy { $0.hasSuffix(" The other rule is in line 2.") })
    }

    @Test func `all mistakes of a text's form are found at once`() {
        let text = """
            { "version": 1,
              "domains": [{ "hosts": "a.io", "rules": [
                { "form": "/a", "to": "/x" },
                { "unwarp": "/a?u={u}", "examples": 1 },
                { "from": 5, "to": "/x" },
                { "from": "/b" }
              ] }],
              "schemes": [{ "names": ["a"], "unmatched": "pass" }] }
            """
        #expect(
            LinkConfiguration.findings(in: Data(text.utf8)).map { "\($0.line ?? 0): \($0.message)" }
                == [
                    "2: The value is a string; write an array of strings.",
                    "3: The key 'form' is unknown; write 'from'.",
                    "4: The key 'unwarp' is unknown; write 'unwrap'.",
                    "4: The value is the number 1; write an object of external links and the internal links they become.",
                    "5: The value is the number 5; write a string.",
                    "6: The key 'to' is missing; add it.",
                    "8: 'pass' is not a valid value; write 'reject' or 'passThrough'.",
                ]
        )
    }

    @Test func `a key in two spellings is found beside the other mistakes`() {
        let text = "{ \"version\": 1, \"e\u{301}\": 1, \"\u{E9}\": 1, \"paths\": 1 }"
        let codes = LinkConfiguration.findings(in: Data(text.utf8)).map(\.code.rawValue)
        #expect(codes == ["conflicting-keys", "unknown-key", "wrong-type"])
    }

    @Test func `severities are ordered`() {
        #expect(LinkFinding.Severity.allCases == [.note, .warning, .error])
        #expect(LinkFinding.Severity.note < .warning && LinkFinding.Severity.warning < .error)
    }
}
