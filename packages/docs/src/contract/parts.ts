import { type OpenApiDocument, type Parameter, type Provenance, refTarget, type WithComponents } from "./document.ts";
import type { Operation, Reply } from "./operations.ts";
import { type Property, readProperties, readValue } from "./properties.ts";

/** A list of named values inside of a part, such as the headers of a response. */
export interface PartList {
  /** Before the path of each value in its id: `body`, `response-200-headers`. */
  readonly prefix: string;
  /** Null where the title of the part says it. */
  readonly title: string | null;
  readonly body: PartBody | null;
  readonly properties: readonly Property[];
}

/** What is known of a body apart from its members. */
export interface PartBody {
  /** The name of its schema, if it has one. */
  readonly schema: string | null;
  readonly mediaType: string;
  /** `at most 64 KiB`, `may be left out`. */
  readonly notes: readonly string[];
}

/** A call that the response of this one leads to. */
export interface PartLink {
  readonly operation: string;
  /** Markdown. */
  readonly description: string;
  /** Which value of this call goes where: `data.id of the response` as `path.unit_id`. */
  readonly values: readonly { readonly from: string; readonly to: string }[];
}

/** What a request or a response of an operation has, in the order of reading. */
export interface Part {
  /** Links depend on it. */
  readonly id: string;
  readonly title: string;
  /** A request says what is required; a response says what may be absent. */
  readonly direction: "request" | "response";
  /** Markdown. */
  readonly description: string;
  /** Null where it is that of the operation. */
  readonly provenance: Provenance | null;
  readonly lists: readonly PartList[];
  readonly links: readonly PartLink[];
  /** Undefined without one. */
  readonly example: unknown;
}

const PLACES = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Request headers"],
] as const;

/** Headers of every response; the guides describe them once. */
export const COMMON_HEADERS: ReadonlySet<string> = new Set(["Cache-Control", "X-Request-Id"]);

/** All parts of an operation but its errors. Pages and their Markdown twins show these, each in its own way. */
export function readParts(document: OpenApiDocument, operation: Operation): Part[] {
  return [
    ...parameterParts(document, operation),
    ...bodyPart(document, operation),
    ...operation.replies.map((reply) => replyPart(document, operation, reply)),
  ];
}

function parameterParts(document: WithComponents, { parameters }: Operation): Part[] {
  return PLACES.flatMap(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return [];
    const properties = here.map((parameter) => parameterProperty(document, parameter));
    const lists = [{ prefix: place, title: null, body: null, properties }];
    return [{ ...requestPart, id: place, title, description: "", lists }];
  });
}

const requestPart = { direction: "request", provenance: null, links: [], example: undefined } as const;

function parameterProperty(document: WithComponents, parameter: Parameter): Property {
  const { name, schema, required = false, description = "", example, style, explode } = parameter;
  const value = readValue(document, name, schema, required);
  const separated = value.type[0]?.text === "array of " && style === "form" && explode === false;
  return {
    ...value,
    description: description || value.description,
    example: example ?? value.example,
    deprecated: parameter.deprecated ?? value.deprecated,
    constraints: separated ? ["values separated by commas", ...value.constraints] : value.constraints,
  };
}

function bodyPart(document: WithComponents, { body }: Operation): Part[] {
  if (body === null) return [];
  const notes = [
    ...(body.maxBytes === null ? [] : [`at most ${Math.round(body.maxBytes / 1024)} KiB`]),
    ...(body.required ? [] : ["may be left out"]),
  ];
  const list = {
    prefix: "body",
    title: null,
    body: { schema: nameOf(body.schema.$ref), mediaType: body.mediaType, notes },
    properties: readProperties(document, body.schema),
  };
  return [{ ...requestPart, id: "body", title: "Request body", description: body.description, lists: [list] }];
}

function replyPart(document: WithComponents, { provenance }: Operation, reply: Reply): Part {
  const id = `response-${reply.status}`;
  const headers = reply.headers
    .filter(({ name }) => !COMMON_HEADERS.has(name))
    .map(({ name, header: { schema = {}, required = false, description = "", example } }) => {
      const value = readValue(document, name, schema, required);
      return { ...value, description: description || value.description, example: example ?? value.example };
    });
  const { body } = reply;
  const bodyList = body && {
    prefix: id,
    title: "Body",
    body: { schema: nameOf(body.schema.$ref), mediaType: body.mediaType, notes: [] },
    properties: readProperties(document, body.schema),
  };
  const headerList = { prefix: `${id}-headers`, title: "Headers", body: null, properties: headers };
  return {
    id,
    title: `Response ${reply.status}`,
    direction: "response",
    description: reply.description,
    provenance: reply.provenance === provenance ? null : reply.provenance,
    lists: [...(bodyList === null ? [] : [bodyList]), ...(headers.length === 0 ? [] : [headerList])],
    links: reply.links.map(({ operation, description, parameters }) => ({
      operation,
      description,
      values: Object.entries(parameters)
        .map(([to, from]) => ({ from: expressionText(from), to }))
        // A value that stays where it is needs no words.
        .filter(({ from, to }) => from !== to),
    })),
    example: body?.example,
  };
}

function nameOf(ref: string | undefined): string | null {
  return ref === undefined ? null : refTarget(ref).name;
}

/** A runtime expression of OpenAPI (3.1.1, section 4.8.20.3) as a place: `response.data.id`, `path.unit_id`. */
function expressionText(expression: string): string {
  const [, place = "", pointer] = /^\$(?:request\.)?([^#]+)(?:#(.*))?$/.exec(expression) ?? [];
  if (place === "") throw new Error(`A link takes ${expression}, which is not a runtime expression.`);
  if (pointer === undefined) return place;
  return [place.replace(/\.body$/, ""), ...pointer.split("/").slice(1)].join(".");
}
