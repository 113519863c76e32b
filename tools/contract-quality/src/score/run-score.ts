import { commandOf, runScript } from "../program.ts";
import { readScoreReport, type ScoreReport } from "./score-report.ts";

/**
 * Scores an OpenAPI document with `redocly score`.
 * @param file - path of the document
 * @throws Error with the output of the command when it could not score.
 */
export async function runScore(file: string): Promise<ScoreReport> {
  const args = ["score", file, "--format=json"];
  const { code, stdout, stderr } = await runScript(await commandOf("@redocly/cli", "redocly"), args);
  if (code !== 0) throw new Error(`redocly score ended with exit code ${code}.\n${stderr}${stdout}`);
  return readScoreReport(stdout);
}
