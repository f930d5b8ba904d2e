import Testing

@testable import DeepLinksBenchmarks

struct TableTests {
    @Test
    func `columns are aligned and lines end without spaces`() {
        var table = Table([.left, .right, .left])
        table.rows = [["name", "ns", ""], ["trie", "1 234", "met"], ["a dictionary", "8.0", ""]]
        #expect(
            table.lines() == [
                "name             ns",
                "trie          1 234  met",
                "a dictionary    8.0",
            ]
        )
    }

    @Test
    func `the first column gives way to the width`() {
        var table = Table([.left, .right])
        table.width = 12
        table.rows = [["a long name", "12345"], ["short", "1"]]
        #expect(table.lines() == ["a lo…  12345", "short      1"])
    }

    @Test
    func `a table without columns has no lines`() {
        #expect(Table([]).lines().isEmpty)
    }

    @Test(arguments: [
        (0, 0, "0"), (0, 2, "0.00"), (0.05, 1, "0.1"), (0.004, 2, "0.00"), (-0.004, 2, "0.00"),
        (1.005, 1, "1.0"), (999.96, 1, "1 000.0"), (1234.5, 2, "1 234.50"),
        (-1_234_567, 0, "-1 234 567"),
        (0.96, 1, "1.0"), (52.04, 1, "52.0"),
    ])
    func `a number has its places and its thousands apart`(value: Double, places: Int, text: String)
    {
        #expect(Decimals.text(value, places: places) == text)
    }
}
