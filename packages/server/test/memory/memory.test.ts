import { describeMemory } from "./memory-suite.ts";
import { requestKinds } from "./request-kinds.ts";

const measured = { "all kinds": Object.values(requestKinds) };

// Resident memory moves by whole pages and arenas, which says nothing over so few requests; what is reachable does.
describeMemory({ hashing: "cheap", measured, warmUp: 300, requests: 400, samples: 10, limits: { live: 20_000_000 } });
