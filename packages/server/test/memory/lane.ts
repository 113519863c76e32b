import { once } from "node:events";
import { connect } from "node:net";
import type { DemoLogin } from "../../src/index.ts";
import type { MeasuredServer } from "./start-measured-server.ts";

let last = 0;

/** One client of the measured server: sends one request after the other, with the newest token of its own session. */
export class Lane {
  readonly login: DemoLogin;
  readonly #server: MeasuredServer;
  #token = "";
  #group: Promise<number> | undefined;
  #ownClient: Promise<number> | undefined;
  #ownUnit: Promise<number> | undefined;
  /** A unit that the lane reaches, and its client; known once there is a group. */
  unit = 0;
  client = 0;

  constructor(server: MeasuredServer, login: DemoLogin) {
    this.#server = server;
    this.login = login;
  }

  /** An agency that the lane reaches, or that of its client. */
  get agency(): string {
    return this.login.agency_id ?? "demo-agency-1";
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
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    this.#token = answer.headers.get("authorization") ?? this.#token;
    return text;
  }

  get(path: string): Promise<void> {
    return this.expect(200, "GET", path);
  }

  /** The id of a group of the lane, made when it is first asked for. */
  group(): Promise<number> {
    return (this.#group ??= this.#makeGroup());
  }

  /** The id of a client of the lane, made when it is first asked for. */
  ownClient(): Promise<number> {
    return (this.#ownClient ??= this.#makeClient());
  }

  /** The id of a unit of the lane, made when it is first asked for. */
  ownUnit(): Promise<number> {
    return (this.#ownUnit ??= this.#makeUnit());
  }

  async #makeUnit(): Promise<number> {
    await this.group();
    const name = `lane-${this.next()}`;
    const body = { client_id: this.client, name, identifier: name, identifier_type: "custom" };
    return JSON.parse(await this.send(201, "POST", "/units", body)).data.id;
  }

  async #makeClient(): Promise<number> {
    const body = { agency_id: this.agency, name: `lane-${this.next()}`, timezone: "UTC", currency: "EUR" };
    return JSON.parse(await this.send(201, "POST", "/clients", body)).data.id;
  }

  async #makeGroup(): Promise<number> {
    const units = await this.send(200, "GET", "/units/listing?per_page=1");
    const [unit]: { id: number; client_id: number }[] = JSON.parse(units).data;
    if (unit === undefined) throw new Error("The lane reaches no unit.");
    this.unit = unit.id;
    this.client = unit.client_id;
    const body = { client_id: unit.client_id, name: `lane-${this.next()}` };
    return JSON.parse(await this.send(201, "POST", "/unit_groups", body)).data.id;
  }

  /** Begins a new session. */
  async logIn(): Promise<void> {
    const { username, password } = this.login;
    await this.expect(200, "POST", "/auth/login", { username, password }, "");
  }

  /** Asks for a password reset; returns the token of the message. */
  async resetToken(): Promise<string> {
    const message = this.#server.nextMessage(this.login.email);
    await this.expect(200, "POST", "/auth/password/reset/request", { email: this.login.email }, "");
    return message;
  }

  /** The token of somebody who may register. */
  invitation(): Promise<string> {
    return this.#server.invitation();
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
