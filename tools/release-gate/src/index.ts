/** What changed in the contract since its last release, and what that demands. */
export { changelog } from "./changelog/changelog.ts";
export { checkRelease, type CheckOptions, type CheckResult } from "./check-release.ts";
export { compareContracts } from "./compare/compare-contracts.ts";
export type { Change, Judge, Versions } from "./compare/finding.ts";
