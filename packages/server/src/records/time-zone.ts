import { bodyFinding, FindingList } from "../kernel/findings.ts";
import { validationFailed } from "../kernel/problems.ts";

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
    const findings = new FindingList();
    findings.add(() => bodyFinding(`/${member}`, "format", "must be an IANA time zone such as Europe/Berlin"));
    throw validationFailed(findings);
  }
}
