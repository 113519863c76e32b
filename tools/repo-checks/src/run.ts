// `pnpm test` and `pnpm verify`: the gate runner. It needs no build and no package but Node's own.
import { runGates } from "./gates/main.ts";

process.exitCode = await runGates(process.argv.slice(2));
