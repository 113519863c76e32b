import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Snippet } from "./snippets.ts";

/** A compiler error, at its line in the page that the snippet stands in. */
export interface SnippetError {
  readonly snippet: Snippet;
  readonly line: number;
  readonly message: string;
}

const ROOT = join(import.meta.dirname, "../../../..");

/** Where snippets lie for the compiler: inside this package, so that they find the workspace packages by name. */
export const SNIPPETS_FOLDER = join(import.meta.dirname, "../../.snippets");

/**
 * Writes the snippets into the folder, emptied before, and type-checks all of them in one compiler run.
 * @param options - compiler options that differ from those for snippets of pages
 */
export async function compileSnippets(
  snippets: readonly Snippet[],
  folder = join(SNIPPETS_FOLDER, "pages"),
  options: Readonly<Record<string, unknown>> = {},
): Promise<SnippetError[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const byName = new Map(snippets.map((snippet) => [snippetFileName(snippet), snippet]));
  for (const [name, snippet] of byName) writeFileSync(join(folder, name), padded(snippet));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration(folder, options), null, 2));
  const output = await runCompiler(folder);
  const errors = [...output.matchAll(/^(?:.*[\\/])?([^\\/(]+)\((\d+),\d+\): error (TS\d+: .*(?:\n {2}.*)*)/gm)].flatMap(
    (match) => {
      const snippet = byName.get(match[1] ?? "");
      return snippet ? [{ snippet, line: Number(match[2]), message: match[3] ?? "" }] : [];
    },
  );
  errors.sort((a, b) => snippets.indexOf(a.snippet) - snippets.indexOf(b.snippet) || a.line - b.line);
  if (errors.length === 0 && output.trim() !== "")
    throw new Error(`the compiler could not check the snippets:\n${output}`);
  return errors;
}

/** Empty lines above the code make the compiler's line numbers those of the page. */
function padded(snippet: Snippet): string {
  return `${"\n".repeat(snippet.line - 1)}${snippet.code}\n`;
}

function snippetFileName(snippet: Snippet): string {
  return `${snippet.file.replaceAll(/[^\w.]/g, "-")}.L${snippet.line}.${snippet.language}`;
}

function configuration(folder: string, options: Readonly<Record<string, unknown>>): object {
  return {
    extends: relative(folder, join(ROOT, "tsconfig.base.json")),
    compilerOptions: {
      moduleDetection: "force",
      types: ["node"],
      lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
      jsx: "react-jsx",
      // Programs, not libraries: their types are for nobody else.
      declaration: false,
      // A snippet shows what a call gives back; nobody reads `void unit` there.
      noUnusedLocals: false,
      ...options,
    },
    include: ["*.ts", "*.tsx"],
  };
}

function runCompiler(folder: string): Promise<string> {
  const program = join(ROOT, "node_modules", ".bin", "tsc");
  return new Promise((resolve, reject) => {
    execFile(program, ["-p", folder, "--pretty", "false"], { maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number")
        reject(new Error(`tsc did not start: ${error.message}`, { cause: error }));
      else resolve(stripVTControlCharacters(stdout + stderr));
    });
  });
}
