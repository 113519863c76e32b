import type { Repo } from "../repo/repo.ts";

const CODE = /\.[cm]?[jt]sx?$/;
const TEST = /(^|\/)(test|fixtures)\/|\.(test|test-d|bench)\.[cm]?ts$|(^|\/)vitest\.config\.ts$/;
const WORKSPACE = /^(packages|tools)\/[^/]+\//;

/** The folder of checked-in generated code. */
export const GENERATED_FOLDER = "packages/contract/src/generated/";

/** Whether a file is generated and checked in. */
export function isGenerated(path: string): boolean {
  return path.startsWith(GENERATED_FOLDER);
}

/** Hand-written code of the packages, tests included. */
export function codeFiles(repo: Repo): string[] {
  return repo.files.filter((path) => WORKSPACE.test(path) && CODE.test(path) && !isGenerated(path));
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
