import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractFile } from "../program.ts";
import { runScore, type ScoreReport } from "./score-report.ts";

/** Scores the bundled contract. */
export async function scoreContract(): Promise<ScoreReport> {
  const folder = await mkdtemp(join(tmpdir(), "contract-score-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, withPlainEnums(await readFile(contractFile("openapi.json"), "utf8")));
    return await runScore(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A contract in which open enums are plain strings. In the bundle they are `anyOf` of the known values and any string, which the
 * score takes for alternatives that a caller has to tell apart.
 */
function withPlainEnums(text: string): string {
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) => (isOpenEnum(value) ? plain(value) : value));
}

interface OpenEnum {
  readonly "x-open-enum": true;
  readonly anyOf: readonly { readonly type?: unknown }[];
}

function isOpenEnum(value: unknown): value is OpenEnum {
  const { "x-open-enum": isOpen, anyOf } = Object(value);
  return isOpen === true && Array.isArray(anyOf);
}

function plain({ anyOf, ...rest }: OpenEnum): object {
  return { ...rest, type: anyOf.some(({ type }) => type === "null") ? ["string", "null"] : "string" };
}
