import type { Problem } from "@fleet-api/contract";
import type { HeaderRow, Operation, ResponseRow } from "../../support/contract-operations.ts";
import type { WireAnswer } from "./send.ts";
import { fitting } from "./values-of-schema.ts";

/** Headers that the contract describes where they may be; anywhere else they must not be. */
const describedHeaders = ["authorization", "etag", "location", "retry-after", "www-authenticate"];

/** Why an answer of an operation breaks the contract; null for a good one. Bodies of known statuses are checked by the service. */
export function whyWrong({ responses }: Operation, answer: WireAnswer): string | null {
  const row = responses[answer.status];
  if (answer.status >= 500) return "the service failed";
  if (row === undefined) return `the operation has no status ${answer.status}`;
  return wrongContent(row, answer) ?? wrongHeaders(row, answer);
}

function wrongContent({ mediaTypes, codes }: ResponseRow, { headers, text }: WireAnswer): string | null {
  const type = headers["content-type"];
  if (mediaTypes.length === 0) return text === "" && type === undefined ? null : "the response has no content";
  if (type === undefined || !mediaTypes.includes(type)) return `the media type ${type} is not documented`;
  if (codes === null) return null;
  const { code }: Problem = JSON.parse(text);
  return codes.includes(code) ? null : `the code ${code} is not documented for this status`;
}

function wrongHeaders({ headers: rows }: ResponseRow, { headers }: WireAnswer): string | null {
  const undocumented = describedHeaders.find((name) => headers[name] !== undefined && rows[name] === undefined);
  if (undocumented !== undefined) return `the header ${undocumented} is not documented for this status`;
  for (const [name, row] of Object.entries(rows)) {
    const value = headers[name];
    if (value === undefined ? row.required === true : !accepts(row, value)) return `the header ${name} is ${value}`;
  }
  return null;
}

function accepts({ schema }: HeaderRow, value: string): boolean {
  if (schema.const !== undefined) return value === schema.const;
  if (schema.type !== "integer") return fitting(schema)(value);
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return /^[0-9]+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}
