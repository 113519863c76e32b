import type { Header, OpenApiDocument, Response, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";

/** One response of an operation. */
export interface ResponseModel {
  status: number;
  /** Whether it is a 2xx, or the 304 that tells a conditional request that nothing has changed. */
  success: boolean;
  description: string;
  /** Schema of the JSON body, or of one event of a stream; null without a body. */
  schema: Schema | null;
  /** Whether the body is a stream of server-sent events. */
  stream: boolean;
  /** `data` of the envelope; null on errors and for 304. */
  data: Schema | null;
  /** `pagination` of the envelope; null without one. */
  pagination: Schema | null;
  headers: HeaderModel[];
  /** Problem codes; empty on success. */
  codes: string[];
}

/** A header of a response. */
export interface HeaderModel {
  /** In lower case. */
  name: string;
  required: boolean;
  /** Whether every response of the contract has it, so that no operation lists it. */
  common: boolean;
}

const EVENT_STREAM = "text/event-stream";

/** What bodies may be. Files get a type of their own when an operation needs them. */
const mediaTypes = {
  request: ["application/json"],
  success: ["application/json", EVENT_STREAM],
  error: ["application/problem+json"],
};

/** Reads the responses of an operation, in the order of their statuses. `common` are the headers that all have. */
export function readResponses(
  document: OpenApiDocument,
  id: string,
  responses: Record<string, Response>,
  common: readonly string[],
): ResponseModel[] {
  const read = Object.entries(responses).map(([status, response]) =>
    readResponse(document, `Response ${status} of ${id}`, readStatus(id, status), response, common),
  );
  if (!read.some(({ status }) => status < 300)) throw new Error(`${id} has no success response. Add one.`);
  return read.toSorted((a, b) => a.status - b.status);
}

/** Throws for a media type of a body that nothing is generated for yet. */
export function refuseMediaTypes(subject: string, kind: keyof typeof mediaTypes, content: object): void {
  const supported = mediaTypes[kind];
  const types = Object.keys(content);
  const other = types.find((type) => !supported.includes(type));
  if (other !== undefined) {
    throw new Error(`${subject} has the media type ${other}. Only ${supported.join(" and ")} is supported so far.`);
  }
  if (types.length > 1) throw new Error(`${subject} has the media types ${types.join(" and ")}. Choose one.`);
}

/** Names of the headers of a response, in lower case. */
export function headerNames({ headers = {} }: Response): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

/**
 * Whether an operation answers with pages.
 * @throws Error when some of its bodies are pages and others are not: clients read all of them in one way
 */
export function isPaged(responses: readonly ResponseModel[]): boolean {
  const bodies = responses.filter(({ success, schema, stream }) => success && schema !== null && !stream);
  const others = bodies.filter(({ pagination }) => pagination === null);
  const [other] = others;
  if (other === undefined || others.length === bodies.length) return bodies.length > others.length;
  throw new Error(`the ${other.status} response has no pagination, and another success has. Let all or none have it.`);
}

/**
 * The list in `data` of an operation that answers with one page of a list by cursor: `next_cursor`, which is null at the
 * end, `has_more`, and one array. null for any other operation. A feed has no end: its cursor is never null.
 */
export function cursorListOf(document: OpenApiDocument, responses: readonly ResponseModel[]): string | null {
  const [data = null, ...others] = responses.map((response) => response.data).filter((each) => each !== null);
  if (data === null || others.length > 0) return null;
  const { properties = {} } = resolve(document, data);
  const isOf = (name: string, type: string): boolean =>
    properties[name] !== undefined && typesOf(document, properties[name]).includes(type);
  const [list = null, ...more] = Object.keys(properties).filter((name) => isOf(name, "array"));
  return isOf("next_cursor", "null") && isOf("has_more", "boolean") && more.length === 0 ? list : null;
}

function typesOf(document: OpenApiDocument, schema: Schema): string[] {
  return [resolve(document, schema).type ?? []].flat();
}

/**
 * The schema of one event of an operation that responds with a stream of events; null for any other operation.
 * @throws Error when it has another success as well: such an operation is no call with a result
 */
export function eventsOf(responses: readonly ResponseModel[]): Schema | null {
  const [success, ...others] = responses.filter((response) => response.success);
  if (!responses.some(({ stream }) => stream)) return null;
  if (others.length > 0 || success?.status !== 200 || success.schema === null)
    throw new Error("a stream of events must be its only success, with the status 200 and a schema of one event.");
  return success.schema;
}

/**
 * `data` of a success, null for 304 and for a stream of events.
 * @throws Error for any other body that is no envelope: clients read it as one
 */
export function envelopeData({ status, data, stream }: ResponseModel): Schema | null {
  if (status === 304 || stream || data !== null) return data;
  throw new Error(
    `the ${status} response has a body without \`data\`. Every success but 304 has the envelope as its body.`,
  );
}

function readStatus(id: string, text: string): number {
  const status = Number(text);
  if (!Number.isInteger(status))
    throw new Error(`${id} has a response ${text}; only exact statuses are supported. Name each status.`);
  if (isSuccess(status) || (status >= 400 && status < 600)) return status;
  throw new Error(
    `${id} has a response ${text}; only 2xx, 304, 4xx and 5xx are supported. Remove it or choose one of these.`,
  );
}

function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

function readResponse(
  document: OpenApiDocument,
  subject: string,
  status: number,
  raw: Response,
  common: readonly string[],
): ResponseModel {
  const response = resolve(document, raw);
  const { description = "", content = {} } = response;
  const success = isSuccess(status);
  const codes = response["x-problem-codes"] ?? [];
  if (!success && codes.length === 0) {
    throw new Error(`${subject} lists no x-problem-codes. Name the codes that can come with it.`);
  }
  refuseBody(subject, status, response);
  refuseMediaTypes(subject, success ? "success" : "error", content);
  const schema = Object.values(content)[0]?.schema ?? null;
  const stream = success && EVENT_STREAM in content;
  const { properties = {} } = success && schema !== null && !stream ? resolve(document, schema) : {};
  const { data = null, pagination = null } = properties;
  const headers = readHeaders(document, response, common);
  return { status, success, description, schema, stream, data, pagination, headers, codes: success ? [] : codes };
}

/** Everything but an error has the envelope, which is where `notices` go; 304 alone has no body. */
function refuseBody(subject: string, status: number, { content }: Response): void {
  if (status === 304 && content !== undefined) {
    throw new Error(`${subject} has a body, which HTTP does not allow for this status. Remove its content.`);
  }
  if (status < 300 && (content === undefined || status === 204 || status === 205)) {
    throw new Error(`${subject}: a success must have a JSON body: the envelope is where \`notices\` go. Answer 200.`);
  }
}

function readHeaders(document: OpenApiDocument, { headers = {} }: Response, common: readonly string[]): HeaderModel[] {
  return Object.entries(headers).map(([written, header]: [string, Header]) => {
    const name = written.toLowerCase();
    const { required = false } = resolve(document, header);
    return { name, required, common: common.includes(name) };
  });
}
