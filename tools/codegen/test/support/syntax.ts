import { transformSync } from "esbuild";

/** Whether a text is no TypeScript. */
export function isSyntaxError(text: string): boolean {
  try {
    transformSync(text, { loader: "ts", logLevel: "silent" });
    return false;
  } catch {
    return true;
  }
}
