import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { identityOf, tokensOf, wholeValue, pointerOf } from "../contract/pointer.ts";
import type { Finding, Versions } from "./finding.ts";
import { describeChange } from "./describe-change.ts";
import type { Report, ReportedChange } from "./redocly-report.ts";

const run = promisify(execFile);

/**
 * What `redocly diff` says of two versions.
 * @throws Error when the command fails, or answers in a form that this adapter does not know.
 */
export async function redoclyDiff({ base, revision }: Versions): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), "contract-diff-"));
  try {
    await writeFile(join(folder, "base.json"), JSON.stringify(base));
    await writeFile(join(folder, "revision.json"), JSON.stringify(revision));
    const args = [await redoclyCli(), "diff", "base.json", "revision.json", "--format", "json", "--fail-on", "none"];
    const { stdout } = await run(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 256 * 1024 * 1024,
    });
    const report: Report = JSON.parse(stdout);
    // The command is marked experimental: another form must not be read as "no changes".
    if (report.reportVersion !== "1")
      throw new Error(`redocly diff has a report of version ${report.reportVersion}, not 1.`);
    return report.changes.map((change) => findingOf(change, { base, revision }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findingOf(change: ReportedChange, { base, revision }: Versions): Finding {
  const document = change.revision ? revision : base;
  const tokens = wholeValue(placeOf(change));
  return {
    judge: "redocly",
    place: pointerOf(tokens),
    identity: identityOf(document, tokens),
    bump: change.impact,
    message: change.verdicts.map(({ message }) => message).join(" ") || describeChange(change, tokens),
  };
}

/** A keyword that came or went is reported at its parent; it has a place of its own, as the other judges see it. */
function placeOf({ property, base, revision }: ReportedChange): string[] {
  const tokens = tokensOf(revision?.pointer ?? base?.pointer ?? "#/");
  return property === undefined || tokens.at(-1) === property ? tokens : [...tokens, property];
}

async function redoclyCli(): Promise<string> {
  const manifestUrl = import.meta.resolve("@redocly/cli/package.json");
  const manifest: { bin: { redocly: string } } = JSON.parse(await readFile(new URL(manifestUrl), "utf8"));
  return fileURLToPath(new URL(manifest.bin.redocly, manifestUrl));
}
