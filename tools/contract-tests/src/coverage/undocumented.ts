import { strictResponses } from "@fleet-api/contract/validators/strict";
import type { Validate } from "@fleet-api/contract/validators";
import type { ResponseEntry } from "@fleet-api-tools/openapi-document";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ContractOperation } from "../contract.ts";
import type { Exchange, ExchangeParts } from "../exchange.ts";
import { headerOf, partsOf } from "../exchange.ts";

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

function findingsOf(
  { responseHeaders, responseBody }: Exchange,
  parts: ExchangeParts,
  bodies: BodyValidators,
): string[] {
  const { operation, status, code } = parts;
  if (operation === null) {
    return code !== null && beforeAnyOperation.has(code) ? [] : [`the contract has no such operation`];
  }
  const documented = operation.responses[status];
  if (documented === undefined) return ["the status is not documented"];
  const validate = bodies[operation.id]?.[status];
  return [
    ...headerProblems(documented.headers, responseHeaders),
    ...mediaTypeProblems(documented, headerOf(responseHeaders, "content-type")),
    ...codeProblems(documented, code),
    ...bodiesOf(documented, responseBody).flatMap((body) => bodyProblems(validate, body)),
  ];
}

function mediaTypeProblems({ mediaTypes }: ResponseEntry, contentType: string | null): string[] {
  if (mediaTypes.length === 0 ? contentType === null : mediaTypes.includes(contentType ?? "")) return [];
  return [`the media type ${contentType ?? "none"} is not documented`];
}

function codeProblems({ codes }: ResponseEntry, code: string | null): string[] {
  if (codes.length === 0 || (code !== null && codes.includes(code))) return [];
  return [`the problem code ${code ?? "none"} is not documented`];
}

/** The body of a response, or the events of a stream, each as the JSON that its schema describes. */
function bodiesOf({ mediaTypes }: ResponseEntry, text: string): string[] {
  if (!mediaTypes.includes("text/event-stream")) return [text];
  return text.split("\n\n").flatMap((frame) => {
    const fields = new Map(frame.split("\n").map((line) => [line.replace(/:.*/, ""), line.replace(/^\w*: ?/, "")]));
    const data = fields.get("data");
    if (data === undefined) return [];
    const [event, id] = [fields.get("event"), fields.get("id")].map((field) => JSON.stringify(field ?? ""));
    return [`{"event":${event},"id":${id},"data":${data}}`];
  });
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

/**
 * Headers of HTTP itself and of the browser's rules around it, by the specification that describes them. They belong to
 * every answer of every service, so an OpenAPI document does not list them (OpenAPI 3.1, "Response Object": a header
 * `Content-Type` in it is ignored).
 */
const ofTheProtocol: Readonly<Record<string, string>> = {
  connection: "RFC 9110",
  "content-length": "RFC 9110",
  "content-type": "RFC 9110",
  date: "RFC 9110",
  "keep-alive": "RFC 2068",
  "referrer-policy": "W3C Referrer Policy",
  "transfer-encoding": "RFC 9112",
  vary: "RFC 9110",
  "x-accel-buffering": "nginx, ngx_http_proxy_module",
  "x-content-type-options": "Fetch standard",
};

/** The Fetch standard's answers to pages of another origin. */
const corsPrefix = "access-control-";

/** Header fields are text, so a number in them is read from its digits. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

/** What is wrong with the headers of an answer, each as one line: undocumented, missing, or of a wrong form. */
function headerProblems(documented: ResponseEntry["headers"], sent: Exchange["responseHeaders"]): string[] {
  const names = Object.keys(sent);
  const undocumented = names.filter((name) => documented[name] === undefined && !isOfTheProtocol(name));
  const missing = Object.keys(documented).filter(
    (name) => documented[name]?.required === true && !names.includes(name),
  );
  return [
    ...undocumented.map((name) => `the header ${name} is not documented`),
    ...missing.map((name) => `the header ${name} is missing`),
    ...Object.entries(sent).flatMap(([name, value]) => formProblems(name, documented, value)),
  ];
}

function isOfTheProtocol(name: string): boolean {
  return ofTheProtocol[name] !== undefined || name.startsWith(corsPrefix);
}

/** Does not quote the value: it may be a token. */
function formProblems(name: string, documented: ResponseEntry["headers"], value: string): string[] {
  const header = documented[name];
  if (header === undefined || ajv.validate(header.schema, value)) return [];
  return [`the header ${name} ${ajv.errorsText(ajv.errors, { dataVar: "" }).trim()}`];
}
