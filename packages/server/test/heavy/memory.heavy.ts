import { describeMemory } from "../memory/memory-suite.ts";
import { requestKinds } from "../memory/request-kinds.ts";

const measured = Object.fromEntries(Object.entries(requestKinds).map(([name, kind]) => [name, [kind]]));

const limits = { live: 1_000_000, rss: 1_000_000 };
describeMemory({ hashing: "real", measured, warmUp: 2000, requests: 20_000, samples: 20, limits });
