import type { Repo } from "../repo/repo.ts";

const CODE = /\.[cm]?[jt]sx?$/;
const TEST = /(^|\/)(test|fixtures)\/|\.(test|test-d|bench)\.[cm]?ts$|(^|\/)vitest\.config\.ts$/;
const WORKSPACE = /^(packages|tools)\/[^/]+\//;

/** The one folder of checked-in generated code, plus hand-kept declarations of what the build writes. */
export const GENERATED_FOLDER = "packages/contract/src/generated/";

/** Hand-written code of the packages, tests included. */
export function codeFiles(repo: Repo): string[] {
  return repo.files.filter((path) => WORKSPACE.test(path) && CODE.test(path) && !path.startsWith(GENERATED_FOLDER));
}

/** Hand-written code without tests and fixtures: what the budgets are about. */
export function sourceFiles(repo: Repo): string[] {
  return codeFiles(repo).filter((path) => !isTest(path));
}

export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** Lines of a text; a final newline does not begin another one. */
export function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
