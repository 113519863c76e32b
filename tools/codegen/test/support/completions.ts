import ts from "typescript";
import { programOf } from "./type-check.ts";

/** Stands in the program where an editor asks what can be written. */
export const cursor = "/*cursor*/";

/** What an editor offers at the cursor, as strings. The first file is the program; the others go before those on disk. */
export function completionsAt(files: Readonly<Record<string, string>>, lib: string[]): string[] {
  const program = programOf(files, lib);
  const [name = ""] = program.getRootFileNames();
  const textOf = (path: string): string | undefined => program.getSourceFile(path)?.text ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => program.getCompilerOptions(),
    getScriptFileNames: () => [name],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(textOf(path) ?? ""),
    getCurrentDirectory: () => program.getCurrentDirectory(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
  });
  const place = textOf(name)?.indexOf(cursor) ?? -1;
  return service.getCompletionsAtPosition(name, place, {})?.entries.map((entry) => entry.name) ?? [];
}
