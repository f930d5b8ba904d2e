import DeepLinks

/// Configurations of any size whose rules overlap in the ways that a large site's rules do.
enum LargeConfiguration {
    /// A configuration with this number of rules, which is a multiple of ten.
    ///
    /// Each ten rules are below their own segment. One of them never wins, and two of the captures take more than they
    /// should.
    static func make(ruleCount: Int) -> LinkConfiguration {
        let rules = (0..<(ruleCount / 10)).flatMap(Self.rules(ofSection:))
        return LinkConfiguration(
            domains: [
                Domain(
                    hosts: ["large.example.com"],
                    options: SourceOptions(prefixes: ["", "/{locale:en|fr|de}"]),
                    rules: rules.map(RewriteRule.rewrite)
                )
            ],
            paths: ["/item", "/list/{kind}", "/player", "/docs/{*rest}", "/user", "/help"]
        )
    }

    private static func rules(ofSection section: Int) -> [Rewrite] {
        let path = "/section\(section)"
        return [
            Rewrite(
                "\(path)/items/{id:int}",
                to: "/item?id={id}&locale={locale}",
                examples: ["\(path)/items/7": "/item?id=7"]
            ),
            Rewrite("\(path)/items/{_title}-{id:int}", to: "/item?id={id}"),
            Rewrite("\(path)/{kind:new|used}/list", to: "/list/{kind}"),
            Rewrite("\(path)/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}"),
            Rewrite("\(path)/watch?list={list}", to: "/player?list={list}"),
            Rewrite("\(path)/docs/{*rest}", to: "/docs/{*rest}"),
            Rewrite("\(path)/users/{name}/edit", to: "/user?name={name}&edit=1"),
            Rewrite("\(path)/users/{a}-{b}/edit", to: "/user?name={a}&sub={b}"),
            Rewrite("\(path)/users/{id:uuid}/edit", to: "/user?id={id}"),
            Rewrite("\(path)/{topic}", to: "/help?topic={topic}"),
        ]
    }
}
