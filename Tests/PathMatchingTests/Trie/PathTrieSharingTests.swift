import PathMatching
import Testing

/// Tries share their index until one of them is changed; tasks may do either at the same time.
struct PathTrieSharingTests {
    /// A trie with `/shared0/{id}` to `/shared31/{id}`.
    private func sharedTrie() throws -> PathTrie<Int> {
        var trie = PathTrie<Int>()
        for number in 0..<32 { try trie.insert(number, at: PathPattern("/shared\(number)/{id}")) }
        return trie
    }

    @Test func `tasks read a trie while others change their copies of it`() async throws {
        let shared = try sharedTrie()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var own = shared
                    for number in 0..<32 {
                        if task.isMultiple(of: 2) {
                            try own.insert(-1, at: PathPattern("/task\(task)/\(number)/{id}"))
                            #expect(own.match("/task\(task)/\(number)/5")?.value == -1)
                            #expect(own.match("/task\(task + 1)/\(number)/5") == nil)
                        }
                        let match = shared.match("/shared\(number)/\(task)")
                        #expect(match?.value == number)
                        #expect(match?["id"] == "\(task)")
                        #expect(shared.match("/task\(task)/\(number)/5") == nil)
                    }
                    return own.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted()
        }
        #expect(counts == [32, 32, 32, 32, 64, 64, 64, 64])
    }

    /// Owns a trie until it is taken.
    private actor Owner {
        private var trie: PathTrie<Int>?

        init(_ trie: PathTrie<Int>) { self.trie = trie }

        func take() -> PathTrie<Int>? { trie.take() }

        /// Removes the route of `task` from the trie, which no owner has any more.
        ///
        /// - Returns: The value of that route before.
        func change(_ task: Int, _ round: Int) throws -> Int? {
            var own = try #require(take())
            let before = own.match("/shared\(task)/\(round)")?.value
            own.remove(try PathPattern("/shared\(task)/{id}"))
            #expect(own.match("/shared\(task + 1)/\(round)")?.value == task + 1)
            return own.match("/shared\(task)/\(round)") == nil ? before : nil
        }
    }

    @Test func `the last of many owners changes the trie in place`() async throws {
        for round in 0..<50 {
            // Only these owners have the trie: one task after the other releases it, and the last one has it alone.
            let owners: [Owner]
            do {
                let trie = try sharedTrie()
                owners = (0..<4).map { _ in Owner(trie) }
            }
            let values = try await withThrowingTaskGroup(of: Int?.self) { group in
                for (task, owner) in owners.enumerated().dropLast() {
                    group.addTask { try await owner.change(task, round) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
                    .sorted()
            }
            #expect(values == [0, 1, 2])
            // The last owner runs after the others are awaited. Without that, only the reference count would show that they have released
            // the trie. That is correct, but the thread sanitizer cannot see it, as the runtime is built without the sanitizer.
            let last = Task { try await owners[3].change(3, round) }
            #expect(try await last.value == 3)
        }
    }
}
