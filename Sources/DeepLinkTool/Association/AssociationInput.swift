import DeepLinks
import SiteAssociation

/// An association file that was read.
struct AssociationInput {
    /// The file.
    let file: InputFile

    /// What it says.
    let association: AppSiteAssociation
}

extension Option {
    /// The option of all commands that read an association file.
    static let aasa = Option(
        name: "aasa",
        placeholder: "FILE",
        summary: "the association file; '-' for standard input"
    )
}

extension ToolContext {
    /// Reads the association file that a command line names.
    ///
    /// - Parameter invocation: The command line, of a command with ``Option/aasa``.
    /// - Returns: The association.
    /// - Throws: An error for a file that is not named, that cannot be read, or that is no association file.
    @MainActor
    func association(_ invocation: Invocation) throws(ToolError) -> AssociationInput {
        let file = try associationFile(invocation)
        do throws(SiteAssociationError) {
            return AssociationInput(
                file: file,
                association: try AppSiteAssociation(data: file.data)
            )
        } catch {
            throw file.error(error.description)
        }
    }

    /// Reads the file that a command line names as its association file.
    @MainActor
    func associationFile(_ invocation: Invocation) throws(ToolError) -> InputFile {
        guard let name = invocation.value(of: .aasa) else {
            throw .usage("'--aasa' is missing; write '\(Option.aasa.usage)'.")
        }
        let isOperand = invocation.operands.contains("-")
        guard name != "-" || !isOperand && invocation.value(of: .config) != "-" else {
            throw .usage(
                "'-' stands there \(isOperand ? "as an operand" : "for '--config'") and for '--aasa', and standard input can only be read once."
            )
        }
        return try self.file(name, of: .aasa)
    }
}

extension InputFile {
    /// What an audit of the association file finds, compared with a configuration if that has rules to compare it with.
    func findings(
        against configuration: InputFile,
        _ invocation: Invocation
    ) -> [CheckReport.Entry] {
        let association: AppSiteAssociation
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
        } catch {
            return [CheckReport.Entry(error.finding, file: name)]
        }
        var rules = try? LinkConfiguration(data: configuration.data)
        // Faults of the rules are told already.
        if let known = rules, (try? URLRewriter(configuration: known)) == nil { rules = nil }
        return association.audit(
            against: rules,
            host: invocation.value(of: .servingHost),
            appID: invocation.appIDs.first
        ).map { CheckReport.Entry($0, file: name) }
    }
}
