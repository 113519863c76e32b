import type { ProblemError } from "../kernel/problem.ts";
import { bodyRefusal } from "./constraints.ts";

/**
 * JSON Schema cannot list the time zones that a runtime knows, so an unknown one is refused here, as any finding. A body
 * may leave it out.
 * @throws ProblemError `validation_failed`
 */
export function requireTimeZone(member: string, name: string | null | undefined): void {
  if (name == null) return;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
  } catch {
    throw unknownTimeZone(member);
  }
}

/** 422: the runtime or the database does not know the time zone. */
export function unknownTimeZone(member: string): ProblemError {
  return bodyRefusal(member, "must be an IANA time zone such as Europe/Berlin", "format");
}
