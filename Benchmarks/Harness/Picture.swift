/// Results as two charts in one SVG document: how lookups compare, and how they grow with the number of routes.
///
/// The drawing is in `Picture+Drawing.swift`.
struct Picture {
    /// A curve: its name, and its points of routes and nanoseconds.
    struct Curve: Equatable {
        let name: String
        let points: [(routes: Double, nanoseconds: Double)]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name
                && left.points.elementsEqual(right.points) { $0 == $1 }
        }
    }

    /// How lookups grow.
    let curves: [Curve]

    /// The title of the comparison, and its rows.
    let comparison: (title: String, rows: [(name: String, nanoseconds: Double)])

    /// Takes the results to draw: the suite *scale*, and the first contest of the suite *lookup*.
    ///
    /// - Parameter results: The results of one run.
    init(_ results: [BenchmarkResult]) {
        let scale = results.filter { $0.suite == "scale" }
        var names: [String] = []
        for result in scale where !names.contains(result.contest) {
            names.append(result.contest)
        }
        curves = names.map { name in
            Curve(
                name: String(name.prefix { $0 != "," }),
                points: scale.filter { $0.contest == name }.compactMap { result in
                    let digits = result.name.filter(\.isNumber)
                    return Double(digits).map { ($0, result.medianNanoseconds) }
                }
            )
        }
        let lookups = results.filter { $0.suite == "lookup" }
        let title = lookups.first?.contest ?? ""
        comparison = (
            title,
            lookups.filter { $0.contest == title }.map { ($0.name, $0.medianNanoseconds) }
        )
    }

    /// Whether there is nothing to draw.
    var isEmpty: Bool { curves.isEmpty && comparison.rows.isEmpty }
}
