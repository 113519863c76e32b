import type { User } from "@fleet-api/contract/types/authentication";
import { once } from "node:events";
import { connect } from "node:net";
import type { DemoLogin } from "../../src/index.ts";
import { demoLogins } from "../../src/index.ts";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations, resolveSchema } from "../support/contract-operations.ts";
import { bodyText } from "../support/event-reader.ts";
import { exampleRequest } from "../support/example-request.ts";
import type { Input } from "../support/example-variants.ts";
import {
  addedBody,
  addedTo,
  alternatives,
  collectionNamed,
  collectionsOf,
  createdIn,
  freshText,
  inputsOf,
  neededPart,
  partOf,
  permissionsFor,
  subjectOf,
} from "../support/example-variants.ts";
import type { MeasuredServer } from "./start-measured-server.ts";

let last = 0;

/** The user whom the examples of the contract name. */
const [shown] = demoLogins;

const keyName = "Idempotency-Key";
const collections = new Set(collectionsOf(contractOperations));

/** The collection whose records a parameter or a member names; null for other values. */
function recordsNamed(name: string, example: unknown): string | null {
  const collection = example === null ? null : collectionNamed(name);
  return collection !== null && collections.has(collection) ? collection : null;
}

/** One client of the measured server: sends one request after the other, with the newest token of its own session. */
export class Lane {
  readonly login: DemoLogin;
  readonly #server: MeasuredServer;
  #token = "";
  /** Names such as `units.view`. */
  #permissions: ReadonlySet<string> = new Set();
  #client: Promise<{ id: number; agency_id: string }> | undefined;
  /** Of each collection a record of the lane. */
  readonly #records = new Map<string, Promise<number>>();
  /** In the texts of its items. */
  readonly #serial = this.next();

  constructor(server: MeasuredServer, login: DemoLogin) {
    this.#server = server;
    this.login = login;
  }

  /** A number that no lane has had before. */
  next(): number {
    last += 1;
    return last;
  }

  /** Sends a request with the session's token, unless another is given. Rejects on another status than `status`. */
  async expect(status: number, method: string, path: string, body?: unknown, token = this.#token): Promise<void> {
    await this.send(status, method, path, body, { authorization: token });
  }

  /** The same with headers; resolves with the text of the answer. */
  async send(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    { authorization: token = this.#token, ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const answer = await fetch(`${this.#server.baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== "" && { authorization: token }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await bodyText(answer);
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    this.#token = answer.headers.get("authorization") ?? this.#token;
    return text;
  }

  /**
   * Sends the example of an operation, about records of the lane, with texts that no request has had before. Resolves with the
   * text of the answer, or with null where the lane has no permission and was refused.
   */
  async play(operation: Operation, id?: number): Promise<string | null> {
    const inputs = inputsOf(operation);
    const subject = subjectOf(operation) ?? partOf(operation);
    const added: Record<string, unknown> =
      addedTo(operation) === null ? {} : { ...addedBody(operation, await this.#present()) };
    const [oneOf] = alternatives[operation.id] ?? [];
    const members = Object.keys(Object(neededPart(operation, operation.bodyExample)));
    const values: Record<string, unknown> = {};
    const body: Record<string, unknown> = {};
    for (const input of inputs) {
      const { place, name, required, schema } = input;
      if (place === "body" ? !members.includes(name) : !required && ![keyName, oneOf].includes(name)) continue;
      const value =
        name === subject?.parameter && place === "path" ? (id ?? this.#record(subject.collection)) : added[name];
      const isItems = schema["x-validated-per-item"] === true;
      const chosen = value ?? (isItems ? this.#items(operation, input) : this.#valueOf(input));
      (place === "body" ? body : values)[name] = await chosen;
    }
    const request = exampleRequest(operation, { values });
    const status = this.#mayPlay(operation, body) ? Number(Object.keys(operation.responses)[0]) : 403;
    const headers = { ...request.headers, ...(operation.auth !== "required" && { authorization: "" }) };
    const sent = operation.body === null ? undefined : body;
    const text = await this.send(status, request.method, request.path, sent, headers);
    return status === 403 ? null : text;
  }

  #mayPlay({ id }: Operation, body: object): boolean {
    return permissionsFor(id, body).every((permission) => this.#permissions.has(permission));
  }

  async #valueOf({ name, schema, example }: Input): Promise<unknown> {
    if (name === keyName) return `key-${this.next()}`;
    if (name === "client_id") return (await this.#anyClient()).id;
    if (name === "agency_id") return (await this.#anyClient()).agency_id;
    const collection = recordsNamed(name, example);
    if (collection !== null)
      return Array.isArray(example) ? [await this.#record(collection)] : this.#record(collection);
    if (example === shown?.username) return this.login.username;
    if (example === shown?.email) return this.login.email;
    if (example === "<PASSWORD>") return this.login.password;
    if (example === "<REGISTRATION_TOKEN>") return this.#server.invitation();
    if (example === "<RESET_TOKEN>") return this.#resetToken();
    return freshText(schema, example, this.next());
  }

  /** Items about records of the lane, the same ones each time: an import creates its records once. */
  #items({ path, bodyExample }: Operation, { schema, example }: Input): Promise<object[]> {
    const { properties = {} } = resolveSchema(schema.items ?? {});
    const creation = contractOperations.find((operation) => createdIn(operation) === path.split("/")[1]);
    const { match_on: key }: { match_on?: string } = Object(bodyExample);
    const valueOf = (name: string, value: unknown): unknown => {
      if (name === "client_id") return this.#anyClient().then(({ id }) => id);
      const collection = recordsNamed(name, value);
      return collection === null ? freshText(properties[name] ?? {}, value, this.#serial) : this.#record(collection);
    };
    const items = Object.values<object>(Object(example)).map(async (item) => {
      // What creates a record needs no permission for single members.
      const kept = creation === undefined ? null : Object.keys(Object(neededPart(creation, item)));
      const members = Object.entries(item)
        .filter(([name]) => kept === null || kept.includes(name) || name === key)
        .map(async ([name, value]) => [name, await valueOf(name, value)] as const);
      return Object.fromEntries(await Promise.all(members));
    });
    return Promise.all(items);
  }

  /** The id of a record of the lane, made when it is first asked for; of who makes none, the first that it reaches. */
  #record(collection: string): Promise<number> {
    const known = this.#records.get(collection) ?? this.#makeRecord(collection);
    this.#records.set(collection, known);
    return known;
  }

  async #makeRecord(collection: string): Promise<number> {
    const creation = contractOperations.find((operation) => createdIn(operation) === collection);
    const made = creation === undefined ? null : await this.play(creation);
    if (made !== null) return JSON.parse(made).data.id;
    return (await this.#first<{ id: number }>(collection)).id;
  }

  #anyClient(): Promise<{ id: number; agency_id: string }> {
    return (this.#client ??= this.#first("clients"));
  }

  async #first<Shown>(collection: string): Promise<Shown> {
    const [first]: Shown[] = JSON.parse(await this.send(200, "GET", `/${collection}/listing?per_page=1`)).data;
    if (first === undefined) throw new Error(`The lane reaches none of the ${collection}.`);
    return first;
  }

  /** The newest part of a record, by the path of their list without `/listing`. */
  async newest(path: string, query: string): Promise<number> {
    const [part]: { id: number }[] = JSON.parse(
      await this.send(200, "GET", `${path}/listing?per_page=1&${query}`),
    ).data;
    if (part === undefined) throw new Error(`The lane has none of ${path}.`);
    return part.id;
  }

  /** The present of the server, whose clock runs fast: a problem says when it was. */
  async #present(): Promise<Date> {
    return new Date(JSON.parse(await this.send(404, "GET", "/no/such/path")).timestamp);
  }

  /** Begins a new session. */
  async logIn(): Promise<void> {
    const { username, password } = this.login;
    const answer = await this.send(200, "POST", "/auth/login", { username, password }, { authorization: "" });
    const { data }: { readonly data: User } = JSON.parse(answer);
    const granted = Object.entries(data.permissions).flatMap(([resource, { actions }]) =>
      Object.entries(actions).flatMap(([action, { allow }]) => (allow ? [`${resource}.${action}`] : [])),
    );
    this.#permissions = new Set(granted);
  }

  /** Asks for a password reset; returns the token of the message. */
  async #resetToken(): Promise<string> {
    const message = this.#server.nextMessage(this.login.email);
    await this.expect(200, "POST", "/auth/password/reset/request", { email: this.login.email }, "");
    return message;
  }

  /** Sends a GET with the session's token and closes the connection without reading the answer. */
  async cut(path: string): Promise<void> {
    const { hostname, port, pathname } = new URL(this.#server.baseUrl);
    const socket = connect(Number(port), hostname);
    const closed = new Promise<"closed">((resolve) => socket.once("close", () => resolve("closed")));
    const begun = new Promise<"begun">((resolve) => socket.once("data", () => resolve("begun")));
    await once(socket, "connect");
    socket.on("error", () => {});
    socket.write(`GET ${pathname}${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${this.#token}\r\n\r\n`);
    // At once, while the request is at work, or when its answer begins.
    if (this.next() % 2 === 0 && (await Promise.race([begun, closed])) === "closed")
      throw new Error(`GET ${path}: the server closed the connection without an answer.`);
    socket.destroy();
    await closed;
  }
}
