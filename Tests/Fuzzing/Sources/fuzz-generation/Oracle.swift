import Oracles

/// What this fuzzer asks.
let oracle = Oracle.generation
