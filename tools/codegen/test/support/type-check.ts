import { fileURLToPath } from "node:url";
import ts from "typescript";
import { rootUrl } from "../../src/artefact.ts";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** The libraries of the compiler, which take most of the time of a program to read. */
const libraries = new Map<string, ts.SourceFile>();

/**
 * Type errors of a program that need not lie on disk.
 * @param files - texts by paths from the root; the first is the program, the others go before those on disk
 * @param lib - libraries that the types need; default: those of the language alone, which are read fastest
 */
export function typeErrors(files: Readonly<Record<string, string>>, lib: string[] = ["lib.es5.d.ts"]): string[] {
  return ts.getPreEmitDiagnostics(programOf(files, lib)).map(({ file, start, messageText }) => {
    const line = file === undefined ? "" : lineOf(file, start ?? 0);
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** The types of what a program exports, by name, as an editor shows them. The first file is the program, as above. */
export function shownTypes(files: Readonly<Record<string, string>>, lib: string[]): Record<string, string> {
  const program = programOf(files, lib);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(pathOf(Object.keys(files)[0] ?? ""));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return Object.fromEntries(
    exported.map((symbol) => [symbol.name, checker.typeToString(checker.getTypeOfSymbol(symbol))]),
  );
}

/** A program whose first file is the one to check. */
export function programOf(files: Readonly<Record<string, string>>, lib: string[]): ts.Program {
  const texts = new Map(Object.entries(files).map(([path, text]) => [pathOf(path), text]));
  const host = ts.createCompilerHost({ ...options, lib });
  const { readFile, fileExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, target) => {
    const known = libraries.get(path);
    if (known !== undefined) return known;
    const text = host.readFile(path);
    if (text === undefined) return undefined;
    const parsed = ts.createSourceFile(path, text, target);
    if (path.includes("/node_modules/typescript/lib/")) libraries.set(path, parsed);
    return parsed;
  };
  return ts.createProgram([...texts.keys()].slice(0, 1), { ...options, lib }, host);
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, rootUrl));
}

function lineOf(file: ts.SourceFile, start: number): string {
  return file.text.split("\n")[file.getLineAndCharacterOfPosition(start).line]?.trim() ?? "";
}

/** Lines of a program that compile exactly when two types can stand for each other. */
export function mutual(one: string, other: string): string {
  return `(value: ${one}): ${other} => value;\n(value: ${other}): ${one} => value;\n`;
}

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
