import type { TypesProgram } from "./programs.ts";

/** A name in our declarations that a program does not have: known and not yet mended. */
export interface KnownError {
  readonly program: TypesProgram["name"];
  /** The name, as the compiler quotes it. */
  readonly name: string;
  /** What users see of it, and the cure. */
  readonly reason: string;
}

/** One that no compiler tells any more is itself a finding. Users who skip the check of declarations get `any` instead. */
export const KNOWN_ERRORS: readonly KnownError[] = [];
