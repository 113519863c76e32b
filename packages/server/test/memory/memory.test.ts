import { describeMemory } from "./memory-suite.ts";

// Resident memory moves by whole pages and arenas, which says nothing over so few requests; what is reachable does.
describeMemory({ hashing: "cheap", warmUp: 200, requests: 2000, samples: 10, limits: { live: 1_000_000 } });
