/// Keeps a result alive; without `@_optimize(none)`, the optimizer deletes the work that made it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}
