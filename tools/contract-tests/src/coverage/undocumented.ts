import { strictResponses } from "@fleet-api/contract/validators/strict";
import type { Validate } from "@fleet-api/contract/validators";
import type { ContractOperation, ContractResponse } from "../contract/operations.ts";
import type { ExchangeParts } from "../traffic/exchange-parts.ts";
import { partsOf } from "../traffic/exchange-parts.ts";
import type { Exchange } from "../traffic/har.ts";
import { headerOf } from "../traffic/har.ts";
import { headerProblems } from "./headers.ts";

/** Validators of response bodies by operation and status; null where the response has no body. */
export type BodyValidators = Readonly<Record<string, Readonly<Record<number, Validate | null>>>>;

/** Problems that stand before every operation: the contract describes them in its introduction. */
const beforeAnyOperation = new Set(["malformed_request", "not_found", "method_not_allowed"]);

/**
 * Answers that the contract does not have, each as one line: a status, a media type, a header, a problem code or a
 * body that is not documented. Bodies may have no member that the contract does not name.
 */
export function undocumentedAnswers(
  operations: readonly ContractOperation[],
  exchanges: readonly Exchange[],
  bodies: BodyValidators = strictResponses,
): string[] {
  const findings = exchanges.flatMap((exchange) => {
    const parts = partsOf(operations, exchange);
    const subject = `${parts.operation?.id ?? `${parts.method} ${parts.path}`} ${parts.status}`;
    return findingsOf(exchange, parts, bodies).map((finding) => `${subject}: ${finding}`);
  });
  return [...new Set(findings)];
}

function findingsOf({ response }: Exchange, parts: ExchangeParts, bodies: BodyValidators): string[] {
  const { operation, status, code } = parts;
  if (operation === null) {
    return code !== null && beforeAnyOperation.has(code) ? [] : [`the contract has no such operation`];
  }
  const documented = operation.responses[status];
  if (documented === undefined) return ["the status is not documented"];
  const validate = bodies[operation.id]?.[status];
  return [
    ...headerProblems(documented.headers, response.headers),
    ...mediaTypeProblems(documented, headerOf(response.headers, "content-type")),
    ...codeProblems(documented, code),
    ...bodyProblems(validate, response.content.text),
  ];
}

function mediaTypeProblems({ mediaTypes }: ContractResponse, contentType: string | null): string[] {
  if (mediaTypes.length === 0 ? contentType === null : mediaTypes.includes(contentType ?? "")) return [];
  return [`the media type ${contentType ?? "none"} is not documented`];
}

function codeProblems({ codes }: ContractResponse, code: string | null): string[] {
  if (codes.length === 0 || (code !== null && codes.includes(code))) return [];
  return [`the problem code ${code ?? "none"} is not documented`];
}

function bodyProblems(validate: Validate | null | undefined, text: string): string[] {
  if (validate === undefined) return ["there is no validator of its body"];
  if (validate === null) return text === "" ? [] : ["it has a body, and no body is documented"];
  const body = parsed(text);
  if (body === undefined) return ["the body is no JSON"];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
    const member = params["additionalProperty"] ?? params["unevaluatedProperty"];
    const which = typeof member === "string" ? ` (${member})` : "";
    return `body ${instancePath || "/"} ${message ?? keyword}${which}`;
  });
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
