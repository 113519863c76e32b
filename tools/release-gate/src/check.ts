/** `node src/check.ts`: the gate `contract-diff`. Reads what `pnpm codegen` wrote; exits with 1 when it objects. */
import { checkRelease } from "./check-release.ts";

const { passed, text } = await checkRelease();
process.stdout.write(text);
process.exitCode = passed ? 0 : 1;
