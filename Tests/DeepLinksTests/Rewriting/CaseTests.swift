import DeepLinks
import Testing

/// Where upper and lower case are one, and where they are two.
struct CaseTests {
    /// Hosts and schemes never have a case, the literal text of paths has one unless the source ignores it, and items always have one.
    @Test(arguments: [false, true])
    func `what differs only in a case that is ignored is there twice`(ignoresCase: Bool) {
        func codes(prefixes: [String] = [""], _ rules: String...) -> [String] {
            let options = SourceOptions(ignoresCase: ignoresCase, prefixes: prefixes)
            let rules = rules.map { RewriteRule.rewrite(Rewrite($0, to: "/t")) }
            return [
                RewriteSource.domain(Domain(hosts: ["a.io"], options: options, rules: rules)),
                .scheme(Scheme(names: ["app"], options: options, rules: rules)),
            ].map { source in ruleError { source }?.reason.code ?? "none" }
        }
        func ifIgnored(_ code: String) -> [String] {
            Array(repeating: ignoresCase ? code : "none", count: 2)
        }
        let none = ["none", "none"]
        #expect(codes(prefixes: ["/EN", "/en"], "/b") == ifIgnored("conflict"))
        #expect(codes(prefixes: ["/EN/{x:int}", "/en/{y:int}"], "/b") == ifIgnored("conflict"))
        #expect(codes(prefixes: ["/A{x}", "/a{x}"], "/b") == ifIgnored("conflict"))
        #expect(codes(prefixes: ["", "/EN"], "/a", "/en/a") == ifIgnored("conflict"))
        #expect(codes("/A", "/a") == ifIgnored("conflict"))
        #expect(codes("/{x}.Html", "/{x}.html") == ifIgnored("conflict"))
        #expect(codes("/x?A=1", "/x?a=1") == none)
        #expect(codes("/x?a=B", "/x?a=b") == none)
        #expect(codes("/x?a={x:A|b}", "/x?a={x:a|b}") == none)
        // A capture satisfies its own constraint, so words have a case.
        #expect(codes("/{x:A|b}", "/{x:a|b}") == none)
        #expect(codes("/caf%C3%A9", "/caf%c3%a9") == ["conflict", "conflict"])
        #expect(codes("/%C3%A9", "/%C3%89") == none)
    }
}
