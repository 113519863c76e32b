/** Child process: the reference server in memory, with the demo fleet. */
import { startServer } from "@fleet-api/server";
import { serveParent } from "./child-side.ts";

// No rotation while it is measured: each one would be a write, and the answer would have another header.
const settings = { memory: true, demo: true, port: 0, log_level: "warn", rotate_after_ms: 3_600_000 };

serveParent(await startServer({ settings }));
