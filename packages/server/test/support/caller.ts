import type { RunningServer, ServerOptions } from "../../src/index.ts";
import { demoLogins, startServer } from "../../src/index.ts";
import { onTestFinished } from "vitest";
import { bodyText } from "./event-reader.ts";
import { cheapPasswords } from "./service.ts";

/** A server with the demo fleet for one test, and somebody who calls it. */
export interface Caller {
  readonly server: RunningServer;
  /** Status, and what a 503 says of when to come back: `200`, `503 1`. */
  read(): Promise<string>;
  /** As `read`; creates a unit group and notes its name when that was confirmed. */
  write(): Promise<string>;
  /** Status of `/readyz`. */
  ready(): Promise<number>;
  send(method: string, path: string, init?: Pick<RequestInit, "headers"> & { body?: unknown }): Promise<Response>;
  /** Calls all the time until `end()`, which resolves with the different answers to reads and writes. */
  load(clients: number): { end(): Promise<string[]> };
  /** Those confirmed writes whose records are not there, or are there twice. */
  missing(): Promise<string[]>;
}

/** Starts a server on a database. */
export async function startCaller(settings: Readonly<Record<string, unknown>>, log: string[] = []): Promise<Caller> {
  const options: ServerOptions = {
    settings: { port: 0, demo: true, log_format: "json", database_connections: 4, ...settings },
    passwords: cheapPasswords,
    writeLog: (line) => log.push(line),
  };
  const server = await startServer(options);
  onTestFinished(() => server.close());
  const token = await logIn(server.baseUrl);
  const confirmed: string[] = [];
  let names = 0;

  const send: Caller["send"] = (method, path, { headers = {}, body } = {}) =>
    fetch(server.baseUrl + path, {
      method,
      headers: {
        authorization: token,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...Object(headers),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const clientId = (await (await send("GET", "/clients/listing?per_page=1")).json()).data[0].id;
  const read = async (): Promise<string> => answer(await send("GET", "/units/listing?per_page=5"));
  const write = async (): Promise<string> => {
    names += 1;
    const name = `Group ${names}`;
    const response = await send("POST", "/unit_groups", { body: { name, client_id: clientId } });
    const result = await answer(response);
    if (response.status === 201) confirmed.push(name);
    return result;
  };
  return {
    server,
    send,
    read,
    write,
    ready: async () => (await fetch(new URL("/readyz", server.baseUrl))).status,
    load: (clients) => {
      let running = true;
      const answers = new Set<string>();
      const work = async (_: unknown, index: number): Promise<void> => {
        while (running) answers.add(await (index % 2 === 0 ? read() : write()));
      };
      const all = Promise.all(Array.from({ length: clients }, work));
      const end = async (): Promise<string[]> => {
        running = false;
        await all;
        return [...answers].toSorted();
      };
      onTestFinished(async () => void (await end()));
      return { end };
    },
    missing: async () => {
      // What is confirmed while the database is asked may have come after its snapshot.
      const expected = [...confirmed];
      const rows = await server.db.query<{ name: string }>("select name from unit_groups where name like 'Group %'");
      const written = rows.map(({ name }) => name);
      return expected.filter((name) => written.filter((other) => other === name).length !== 1);
    },
  };
}

async function answer(response: Response): Promise<string> {
  await bodyText(response);
  return [response.status, response.headers.get("retry-after") ?? ""].join(" ").trim();
}

/** Logs the first demo user in; the value of its `Authorization` header. */
export async function logIn(baseUrl: string): Promise<string> {
  const [login] = demoLogins;
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: login?.username, password: login?.password }),
  });
  return response.headers.get("authorization") ?? "";
}
