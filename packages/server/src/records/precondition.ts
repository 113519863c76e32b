import { entityTags } from "../kernel/entity-tags.ts";
import { ProblemError } from "../kernel/problem.ts";

/** The versions that `If-Match` allows; null for any. */
export type Precondition = readonly number[] | null;

const versionTag = /^"v([0-9]{1,15})(?:-[0-9a-f]+)?"$/;

/**
 * Reads `If-Match`. What counts is the version in the tag: the digest changes with what other records contribute, and a
 * change overwrites nothing of that. Weak and foreign tags match no version (RFC 9110 section 13.1.1).
 */
export function preconditionOf(ifMatch: string | undefined): Precondition {
  if (ifMatch === undefined) return null;
  const tags = entityTags(ifMatch);
  if (tags === "*") return null;
  return tags.flatMap((tag) => {
    const version = versionTag.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** The notice of a change that could have overwritten one that its caller has not seen. */
export function withoutPrecondition(ifMatch: string | undefined): string[] {
  return ifMatch === undefined
    ? ["updated_without_precondition: no If-Match was sent, so the change was made whatever the version was"]
    : [];
}

/** 412: the record has another version by now. */
export function preconditionFailed(version: number): ProblemError {
  const detail = `The record has the version ${version}. Read it again, then repeat the change.`;
  return new ProblemError("precondition_failed", detail, { current_version: version });
}
