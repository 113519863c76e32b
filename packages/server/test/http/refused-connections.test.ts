import { once } from "node:events";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { exchangeBytes, startHost } from "./support/running-host.ts";

const timeouts = { headersMs: 100, requestMs: 200 };

// A refused connection lingers for two seconds: timers of the host run twenty times as fast here.
const { setTimeout: realSetTimeout } = globalThis;
beforeAll(() => {
  const fast = (action: () => void, ms = 0): NodeJS.Timeout => realSetTimeout(action, ms / 20);
  vi.stubGlobal("setTimeout", fast);
});
afterAll(() => void vi.unstubAllGlobals());

/** A connection whose client never closes its side, whatever the server does. */
async function stubborn(port: number, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {}).resume();
  socket.write(bytes);
  return socket;
}

/** Resolves when the connection is closed, by an error or not. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once("close", () => resolve()));
}

/** Opens a connection by `open`, waits until the server has closed its side without the client's help, and says so. */
async function givenUp(open: () => Promise<Socket>): Promise<"closed"> {
  const ends: Promise<void>[] = [];
  const accept = (message: unknown): void => {
    if (typeof message === "object" && message !== null && "socket" in message && message.socket instanceof Socket) {
      ends.push(closed(message.socket));
    }
  };
  subscribe("net.server.socket", accept);
  onTestFinished(() => void unsubscribe("net.server.socket", accept));
  await open();
  expect(ends).toHaveLength(1);
  await ends[0];
  return "closed";
}

const login = "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
const anyPath = (line: string, ...fields: string[]): string =>
  `${[line, "Host: a", "Transfer-Encoding: chunked", ...fields].join("\r\n")}\r\n\r\n`;

describe("a connection that was refused", () => {
  it.each([
    ["no request came", ""],
    ["half a head came", "GET / HTTP/1.1\r\nX"],
    ["the body was withheld", `${login}Content-Length: 10\r\n\r\n{`],
    ["bytes came that are no request", "hello\r\n\r\n"],
    ["its body was refused and withheld", anyPath("POST /api/v1/nope HTTP/1.1")],
  ])("is given up although its client stays, where %s", async (_case, bytes) => {
    const { port } = await startHost({ host: { timeouts } });
    expect(await givenUp(() => stubborn(port, bytes))).toBe("closed");
  });

  it("is given up where its client does not read the answer", async () => {
    const { port } = await startHost({ host: { timeouts: { ...timeouts, idleMs: 300 } } });
    // More answers than all buffers hold.
    const requests = "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\n\r\n".repeat(9000);
    expect(await givenUp(async () => (await stubborn(port, requests)).pause())).toBe("closed");
  });
});

describe("a body that nobody reads", () => {
  const chunk = "1\r\nx\r\n".repeat(1000);

  it.each([
    ["404", anyPath("POST /api/v1/nope HTTP/1.1")],
    ["405", anyPath("PUT /api/v1/tests/ping HTTP/1.1")],
    ["401", anyPath("GET /api/v1/units/listing HTTP/1.1")],
    ["415", anyPath("POST /api/v1/auth/login HTTP/1.1", "Content-Type: text/plain")],
    ["413", anyPath("POST /api/v1/auth/login HTTP/1.1", "Content-Type: application/json")],
    ["422", anyPath("GET /api/v1/units/listing HTTP/1.1", "Authorization: bearer good")],
    ["400", anyPath("GET /api/v1/tests/ping HTTP/1.1", "Host: b")],
    ["204", anyPath("OPTIONS /api/v1/tests/ping HTTP/1.1")],
    ["204", anyPath("OPTIONS /x HTTP/1.1", "Origin: https://a.test", "Access-Control-Request-Method: GET")],
  ])("ends its connection soon, also after %s", async (status, head) => {
    // So long that only the bound on what is read can end it.
    const { port } = await startHost({ host: { timeouts: { headersMs: 60_000, requestMs: 60_000 } } });
    const socket = await stubborn(port, head);
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    let sent = 0;
    const more = (): void => {
      while (!socket.destroyed && sent < 20_000_000) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on("drain", more);
    const end = closed(socket);
    more();
    await end;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(sent).toBeLessThan(20_000_000);
  });

  it("leaves the connection usable where it is short", async () => {
    const { port } = await startHost();
    const refused = "POST /api/v1/nope HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    const next = "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    expect((await exchangeBytes(port, refused + next)).match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 404",
      "HTTP/1.1 200",
    ]);
  });
});

describe("answers on one connection", () => {
  it("come in the order of the requests, also when bytes follow that are no request", async () => {
    const { port } = await startHost();
    const body = '{"username":"a","password":"right"}';
    const valid = `${login}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await exchangeBytes(port, `${valid}GARBAGE\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    const two = await exchangeBytes(port, `${valid}${valid}GARBAGE\r\n\r\n`);
    expect(two.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("are one for each request: no 408 follows where the answer came before the body", async () => {
    const { port } = await startHost({ host: { timeouts } });
    const socket = await stubborn(port, "POST /api/v1/nope HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.once("end", () => socket.end());
    await closed(socket);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404"]);
  });

  it("have no 100 Continue for a client of HTTP/1.0, which would take it for the answer", async () => {
    const { port } = await startHost();
    const head = "POST /api/v1/auth/login HTTP/1.0\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n";
    const body = '{"username":"a","password":"right"}';
    const answers = await exchangeBytes(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });
});
