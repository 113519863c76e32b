import { FindingList, parameterFinding } from "../../../kernel/findings.ts";
import type { ProblemError } from "../../../kernel/problem.ts";
import { validationFailed } from "../../../kernel/problems.ts";
import type { HandlerCall } from "../../../kernel/types.ts";
import type { Principal } from "../../group.ts";
import { queryRefusal } from "../../../records/index.ts";
import type { Cursor } from "../feed-cursor.ts";
import { readCursor } from "../feed-cursor.ts";
import type { StreamRequest } from "./streams.ts";

/**
 * The stream that a request asks for.
 * @throws ProblemError `validation_failed` for an invalid cursor
 */
export function streamRequest({
  query,
  headers,
  principal,
}: HandlerCall<"monitoringStream", Principal>): StreamRequest {
  const { channels, client_id: clientId = null, unit_ids: unitIds, cursor } = query;
  const last = headers["Last-Event-ID"];
  return {
    principal,
    query: { channels: new Set(channels), clientId, unitIds: unitIds === undefined ? null : new Set(unitIds) },
    cursor: cursorOf({ last, cursor }, clientId),
  };
}

function cursorOf(
  { last, cursor }: { readonly last: string | undefined; readonly cursor: string | undefined },
  clientId: number | null,
): Cursor | null {
  if (last !== undefined) return readCursor(last, clientId, refuseHeader);
  return cursor === undefined ? null : readCursor(cursor, clientId, (detail) => queryRefusal("cursor", detail));
}

function refuseHeader(detail: string): ProblemError {
  const findings = new FindingList();
  findings.add(() => parameterFinding("header", "Last-Event-ID", "invalid", detail));
  return validationFailed(findings);
}
