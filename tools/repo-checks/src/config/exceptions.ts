/** A finding that is accepted. One that no finding matches any more is itself a finding. */
export interface Exception {
  readonly check: string;
  readonly file: string;
  /** Only findings about this subject; without it all findings of the check in the file. */
  readonly subject?: string;
  readonly reason: string;
}

/** The only place where a check may be told to look away. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    check: "catalog-versions",
    file: "package.json",
    subject: "node",
    reason: "the Node of development and CI; no package depends on it, so it is pinned where it is used",
  },
  {
    check: "catalog-versions",
    file: "tools/codegen/package.json",
    subject: "typescript",
    reason: "openapi-typescript needs the JavaScript compiler API, which TypeScript 7 does not have",
  },
  {
    check: "environment-reads",
    file: "packages/docs/src/reference.ts",
    reason: "hands its environment on to the Redocly CLI with telemetry switched off; a build step, never a request",
  },
  {
    check: "import-direction",
    file: "packages/docs/src/changelog-page.ts",
    subject: "marked",
    reason: "part of the build of the site; what is published is the built site and index.ts (tsconfig.build.json)",
  },
];
