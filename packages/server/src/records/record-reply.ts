import { ProblemError } from "../kernel/problem.ts";
import type { RawJson } from "../kernel/reply.ts";
import { rawJson } from "../kernel/reply.ts";
import type { StoredRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** A single record, as a handler replies it. */
export interface RecordReply<Full> {
  readonly json: RawJson<Full>;
  readonly headers: { readonly etag: string };
  readonly notices?: string[];
}

/** The reply with a record. Its SQL follows from the schema of `Full`, and tests hold every answer to the contract. */
export function replyWith<Full>({ json, etag }: StoredRecord, notices: string[] = []): RecordReply<Full> {
  return { json: rawJson(json), headers: { etag }, ...(notices.length > 0 && { notices }) };
}

/** 404, also for records outside of the scope and for deleted ones. */
export function unknownRecord({ noun }: RecordTable): ProblemError {
  return new ProblemError("not_found", `There is no such ${noun}.`);
}
