import { describeMemory } from "./memory-suite.ts";
import { requestKinds } from "./request-kinds.ts";

const measured = { "all kinds": Object.values(requestKinds) };

// Resident memory moves by whole pages and arenas, which says nothing over so few requests; what is reachable does.
describeMemory({ hashing: "cheap", measured, warmUp: 60, requests: 180, samples: 3, limits: { live: 30_000_000 } });
