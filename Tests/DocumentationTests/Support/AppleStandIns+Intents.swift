import Foundation

// What the recipes for intents and Spotlight use of Apple's frameworks; see AppleStandIns.swift.

// MARK: - AppIntents

protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    static var title: LocalizedStringResource { get }
    static var supportedModes: IntentModes { get }
    func perform() async throws -> PerformResult
}

extension AppIntent {
    static var supportedModes: IntentModes { .background }
}

struct IntentModes: OptionSet, Sendable {
    enum ForegroundMode { case immediate, dynamic, deferred }

    let rawValue: Int

    static let background = IntentModes(rawValue: 1)

    static func foreground(_ mode: ForegroundMode) -> IntentModes {
        switch mode {
        case .immediate: IntentModes(rawValue: 2)
        case .dynamic: IntentModes(rawValue: 4)
        case .deferred: IntentModes(rawValue: 8)
        }
    }
}

protocol IntentResult: Sendable {}

struct OpenURLIntent: Sendable {
    let url: URL

    init(_ url: URL) { self.url = url }
}

protocol OpensIntent: IntentResult {}

/// What a result with an intent is; the real one is opaque.
struct OpenURLResult: OpensIntent { let opensIntent: OpenURLIntent }

extension IntentResult where Self == OpenURLResult {
    static func result(opensIntent: OpenURLIntent) -> Self { Self(opensIntent: opensIntent) }
}

struct EmptyIntentResult: IntentResult {}

extension IntentResult where Self == EmptyIntentResult {
    static func result() -> Self { EmptyIntentResult() }
}

struct LocalizedStringResource: Sendable, ExpressibleByStringLiteral {
    let key: String

    init(stringLiteral value: String) { key = value }
}

/// An entity of an app; the real one also has a query and a picture of itself.
protocol AppEntity: Identifiable, Sendable where ID: Sendable {}

/// The framework also calls it `AppIntent.Parameter`; with both imports in a file, Swift takes `@Parameter` for this package's.
@propertyWrapper
final class IntentParameter<Value: Sendable>: @unchecked Sendable {
    private let title: LocalizedStringResource
    private var value: Value?

    init(title: LocalizedStringResource) { self.title = title }

    var wrappedValue: Value {
        get {
            guard let value else { preconditionFailure("No value for \(title.key)") }
            return value
        }
        set { value = newValue }
    }
}

protocol OpenIntent: AppIntent {
    associatedtype Value: AppEntity
    var target: Value { get set }
}

/// Of iOS 18.
protocol URLRepresentableEntity: AppEntity {
    static var urlRepresentation: URLRepresentation { get }
}

extension URLRepresentableEntity {
    typealias URLRepresentation = EntityURLRepresentation<Self>
}

struct EntityURLRepresentation<Entity: AppEntity>: ExpressibleByStringInterpolation {
    enum Token { case id }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [String?] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { pieces.append(literal) }

        mutating func appendInterpolation(_ token: Token) { pieces.append(nil) }
    }

    private let pieces: [String?]

    init(stringLiteral value: String) { pieces = [value] }

    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// What the system makes of it.
    func url(of entity: Entity) -> URL? {
        URL(string: pieces.map { $0 ?? "\(entity.id)" }.joined())
    }
}

/// Of iOS 18.
protocol URLRepresentableIntent: AppIntent {}

extension URLRepresentableIntent where Self: OpenIntent, Value: URLRepresentableEntity {
    func perform() async throws -> EmptyIntentResult { .result() }
}

/// Of iOS 26.
protocol TargetContentProvidingIntent: AppIntent {}

extension TargetContentProvidingIntent where Self: OpenIntent {
    func perform() async throws -> EmptyIntentResult { .result() }
}

protocol UISceneAppIntent: TargetContentProvidingIntent {}

@MainActor
protocol AppIntentSceneDelegate: UISceneDelegate {
    func scene(_ scene: UIScene, willPerformAppIntent appIntent: any UISceneAppIntent)
}

extension View {
    func onAppIntentExecution<Intent: TargetContentProvidingIntent>(
        _ intent: Intent.Type = Intent.self,
        perform action: @escaping @MainActor (Intent) -> Void
    ) -> IntentReceiver<Self, Intent> { Modified(content: self, value: action) }
}

typealias IntentReceiver<Content: View, Intent> = Modified<Content, @MainActor (Intent) -> Void>

// MARK: - CoreSpotlight

struct UTType { static let item = UTType() }

final class CSSearchableItemAttributeSet {
    let contentType: UTType
    var title: String?

    init(contentType: UTType) { self.contentType = contentType }
}

final class CSSearchableItem {
    let uniqueIdentifier: String
    let domainIdentifier: String?
    let attributeSet: CSSearchableItemAttributeSet

    init(
        uniqueIdentifier: String?,
        domainIdentifier: String?,
        attributeSet: CSSearchableItemAttributeSet
    ) {
        self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
        self.domainIdentifier = domainIdentifier
        self.attributeSet = attributeSet
    }
}

final class CSSearchableIndex: @unchecked Sendable {
    private static let shared = CSSearchableIndex()
    private(set) var identifiers: [String] = []

    static func `default`() -> CSSearchableIndex { shared }

    func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
        identifiers += items.map(\.uniqueIdentifier)
    }
}
