import type { Finding } from "@fleet-api/contract";
import { bodyFinding, checkBody } from "./findings.ts";
import type { ProblemAnswer } from "./handler.ts";
import type { Operation, PathMatch } from "./operation-table.ts";
import { readHeaders, readPath, readQuery } from "./parameters.ts";
import { problem } from "./problem.ts";

/** A request as the contract types it; as it came where `refusal` says why it is refused. */
export interface ReadRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly refusal: ProblemAnswer | null;
}

/** Most findings of one problem. */
const maxFindings = 50;

/** Parses and validates a request as the service does, in the order of the service: 415, 413, 400, 422. */
export async function readRequest(request: Request, operation: Operation, match: PathMatch): Promise<ReadRequest> {
  const text = await request.text();
  const body = readBody(operation, request.headers.get("content-type"), text);
  const { parameters } = operation.validators;
  const headers = readHeaders(parameters.header, request.headers);
  try {
    const path = readPath(parameters.path, operation.segments, match.segments);
    const query = readQuery(parameters.query, new URL(request.url).search.slice(1));
    const findings = [...path.findings, ...query.findings, ...headers.findings, ...body.findings];
    const values = { path: path.values, query: query.values, headers: headers.values, body: body.value };
    return { ...values, refusal: body.refusal ?? validationFailed(findings) };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    const detail = "The path or the query has a broken percent-encoding. Write % as %25.";
    const refusal = body.refusal ?? problem("malformed_request", { detail });
    return { path: {}, query: {}, headers: headers.values, body: body.value, refusal };
  }
}

interface ReadBody {
  readonly value: unknown;
  readonly findings: readonly Finding[];
  readonly refusal: ProblemAnswer | null;
}

function readBody({ row, validators }: Operation, type: string | null, text: string): ReadBody {
  const of = (value: unknown, findings: readonly Finding[], refusal: ProblemAnswer | null = null): ReadBody => {
    return { value, findings, refusal };
  };
  if (!row.body) {
    const detail = "is not accepted by this operation; send none";
    return of(undefined, text === "" ? [] : [bodyFinding("", "unexpected_body", detail)]);
  }
  if (type === null ? text !== "" : !isJson(type)) {
    const detail = "Send the body as `Content-Type: application/json`.";
    return of(undefined, [], problem("unsupported_media_type", { detail }));
  }
  if (text === "") {
    const detail = "is required; send a JSON body";
    return of(undefined, validators.bodyRequired ? [bodyFinding("", "required", detail)] : []);
  }
  const { maxBodyBytes } = validators;
  if (new TextEncoder().encode(text).length > maxBodyBytes) {
    const detail = `The body has more than ${maxBodyBytes} bytes, which is the limit of this operation.`;
    return of(undefined, [], problem("payload_too_large", { detail }));
  }
  try {
    const value: unknown = JSON.parse(text);
    return of(value, validators.body === null ? [] : checkBody(validators.body, value));
  } catch {
    return of(undefined, [], problem("malformed_request", { detail: "The body is not JSON." }));
  }
}

/** `application/json`, at most with `charset=utf-8` (RFC 8259 section 8.1 knows no other). */
function isJson(type: string): boolean {
  return /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type);
}

function validationFailed(findings: readonly Finding[]): ProblemAnswer | null {
  const [first] = findings;
  if (first === undefined) return null;
  const place = [first.in, first.name ?? first.pointer].filter(Boolean).join(" ");
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings, the first`;
  const detail = `${count}: ${place} ${first.detail}.`;
  return problem("validation_failed", { detail, errors: findings.slice(0, maxFindings) });
}
