import { describeMemory } from "../memory/memory-suite.ts";

const limits = { live: 1_000_000, rss: 1_000_000 };
describeMemory({ hashing: "real", warmUp: 2000, requests: 20_000, samples: 20, limits });
