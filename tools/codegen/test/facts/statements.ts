import type {
  Header,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Schema,
} from "@fleet-api-tools/openapi-document";
import { refTarget } from "@fleet-api-tools/openapi-document";

/** One thing that a document states: the value of one keyword at one place. */
export interface Statement {
  /** Where, from the outside in, with references followed: `GET /units/listing > 200 > application/json > data > []`. */
  place: string;
  /** `exists` for the place itself, `says` for one sentence of its description, otherwise the keyword. */
  keyword: string;
  value: unknown;
}

/** Everything that a document states, keyword by keyword. */
export function statementsOf(document: OpenApiDocument): Statement[] {
  const walk = new Walk(document);
  walk.document();
  return walk.statements;
}

/** The sentences of a description. */
export function sentencesOf(description: string): string[] {
  return description
    .trim()
    .replaceAll(/\s+/g, " ")
    .split(/(?<=\.) /);
}

/** What to do with the keywords of an object that hold further places; all others are statements. */
type Parts = Record<string, (value: never) => void>;

class Walk {
  readonly statements: Statement[] = [];
  readonly #document: OpenApiDocument;
  readonly #reached = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  document(): void {
    this.#object("document", this.#document, {
      info: (info: object) => this.#object("info", info, {}),
      servers: (servers: object[]) => each(servers, (server) => this.#server(server)),
      tags: (tags: { name: string }[]) => each(tags, ({ name, ...tag }) => this.#object(`tag ${name}`, tag, {})),
      paths: (paths: object) => each(paths, (item, path) => this.#path(path, item)),
      components: (components: object) => this.#components(components),
    });
  }

  #server(server: { url?: string }): void {
    const place = `server ${server.url ?? ""}`;
    this.#object(place, server, {
      url: () => undefined,
      variables: (variables: Record<string, object>) =>
        each(variables, (variable, name) => this.#object(`${place} > ${name}`, variable, {})),
    });
  }

  /** Names are statements, and so is a component that nothing refers to, because nobody sees what it states. */
  #components(sections: object): void {
    this.#say("components", "exists", true);
    each(sections, (entries: object, section) => {
      this.#say("components", section, Object.keys(entries).toSorted());
      each(entries, (component: object, name) => {
        if (section === "securitySchemes") this.#object(`security scheme ${name}`, component, {});
        else if (!this.#reached.has(`#/components/${section}/${name}`))
          this.#say(`unused ${name}`, "exists", component);
      });
    });
  }

  #path(path: string, item: object): void {
    if (Object.keys(item).length === 0) this.#say(path, "is", item);
    each(item, (operation: Operation, verb) => {
      if (typeof operation === "object" && "responses" in operation) {
        this.#operation(`${verb.toUpperCase()} ${path}`, operation);
      } else this.#say(path, verb, operation);
    });
  }

  #operation(place: string, operation: Operation): void {
    const security = operation.security ?? this.#document.security;
    this.#object(
      place,
      { ...operation, security },
      {
        parameters: (parameters: Parameter[]) => each(parameters, (parameter) => this.#parameter(place, parameter)),
        requestBody: (body: RequestBody) =>
          this.#object(`${place} > body`, body, { content: this.#content(`${place} > body`) }),
        responses: (responses: Record<string, Response>) =>
          each(responses, (response, status) => this.#response(`${place} > ${status}`, response)),
      },
    );
  }

  #parameter(around: string, reference: Parameter): void {
    const { name, in: where, ...parameter } = this.#follow(reference);
    const place = `${around} > ${where} ${name}`;
    this.#object(place, parameter, { schema: (schema: Schema) => this.#carried(place, schema) });
  }

  #response(place: string, response: Response): void {
    this.#object(place, response, {
      headers: (headers: Record<string, Header>) =>
        each(headers, (header, name) => {
          const at = `${place} > header ${name}`;
          this.#object(at, header, { schema: (schema: Schema) => this.#carried(at, schema) });
        }),
      content: this.#content(place),
    });
  }

  #content(around: string): (content: Record<string, MediaType>) => void {
    return (content) =>
      each(content, (media, type) => {
        const place = `${around} > ${type}`;
        this.#object(place, media, { schema: (schema: Schema) => this.#carried(place, schema) });
      });
  }

  /** The schema of a parameter, header or media type stands at the place of what carries it. */
  #carried(place: string, schema: Schema): void {
    this.#say(place, "schema", true);
    this.#schema(place, schema);
  }

  #schema(place: string, schema: Schema): void {
    const branch = (keyword: string) => (branches: Schema[]) =>
      each(branches, (child, index) => this.#schema(`${place} > ${keyword} ${index}`, child));
    this.#object(place, schema, {
      properties: (properties: Record<string, Schema>) =>
        each(properties, (child, name) => this.#schema(`${place} > ${name}`, child)),
      items: (child: Schema) => this.#schema(`${place} > []`, child),
      additionalProperties: (child: Schema) => this.#schema(`${place} > {*}`, child),
      allOf: branch("allOf"),
      anyOf: branch("anyOf"),
      oneOf: branch("oneOf"),
    });
  }

  #object(place: string, reference: object, parts: Parts): void {
    const node = this.#follow(reference);
    this.#say(place, "exists", true);
    if (typeof node !== "object" || node === null) return this.#say(place, "is", node);
    for (const [keyword, value] of Object.entries(node)) {
      const part = Object.hasOwn(parts, keyword) ? parts[keyword] : undefined;
      if (part !== undefined) part(value as never);
      else if (keyword !== "description" || typeof value !== "string") this.#say(place, keyword, value);
      else for (const sentence of sentencesOf(value)) this.#say(place, "says", sentence);
    }
  }

  /** What a reference leads to, with what stands beside the reference. */
  #follow<Node extends object>(node: Node & { $ref?: string }): Node {
    if (typeof node !== "object" || node === null || node.$ref === undefined) return node;
    const { $ref, ...beside } = node;
    this.#reached.add($ref);
    const { section, name } = refTarget($ref);
    const sections: Record<string, Record<string, object> | undefined> = { ...this.#document.components };
    const target = sections[section]?.[name];
    if (target === undefined) throw new Error(`${$ref} leads nowhere.`);
    return { ...this.#follow(target as Node), ...beside };
  }

  #say(place: string, keyword: string, value: unknown): void {
    this.statements.push({ place, keyword, value });
  }
}

function each<Value>(values: Value[], visit: (value: Value, key: string) => void): void;
function each<Value>(values: Record<string, Value>, visit: (value: Value, key: string) => void): void;
function each(values: object, visit: (value: never, key: string) => void): void;
function each(values: object, visit: (value: never, key: string) => void): void {
  for (const [key, value] of Object.entries(values)) visit(value as never, key);
}
