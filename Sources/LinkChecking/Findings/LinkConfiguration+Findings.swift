public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LinkConfiguration {
    /// What is wrong with the configuration, and what could be better.
    ///
    /// An error means that no rewriter can be made, or that a rule is useless. `URLRewriter(configuration:)` stops at the
    /// first of those; here all are found, together with rules that never win, captures that nothing uses, and ways in which
    /// a link could harm the app. If the configuration has `paths`, templates and examples that lead to none of them are errors too.
    ///
    /// ```swift
    /// let errors = configuration.findings().filter { $0.severity == .error }
    /// ```
    ///
    /// - Returns: The findings in the order of their places in the configuration; none if all is well.
    /// - Complexity: About O(*n*) in the number of rules. A rule that never wins is found with links that are generated for it, a few
    ///   hundred at most: a rule with more combinations of texts is not called dead.
    public func findings() -> [LinkFinding] {
        var checker = ConfigurationChecker(self)
        checker.check()
        return checker.sortedFindings
    }
}

extension LinkConfiguration {
    /// What is wrong with a configuration's text, and what could be better, with lines and columns.
    ///
    /// If the text is not a configuration, the findings are about its form: for text that is not JSON, only the first obstacle;
    /// otherwise all.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Returns: The findings, as ``findings()`` has them.
    public static func findings(in data: Data) -> [LinkFinding] {
        // Text that is not JSON has no places.
        let places = try? JSONText(data).places
        do throws(LinkConfigurationError) {
            let findings = try LinkConfiguration(checking: data).findings()
            return places.map { places in findings.map { $0.located(in: places) } } ?? findings
        } catch {
            guard error.path != nil, let places else { return [LinkFinding(error)] }
            let faults = LinkConfiguration.read(data).faults.map { $0.located(in: places) }
            return (faults.contains(error) ? faults : [error] + faults).map(LinkFinding.init)
        }
    }
}
