import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { exchangeBytes, openSocket, startHost } from "./support/running-host.ts";

const next = "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const expects = "Expect: 100-continue";

/** A request that is answered with 401 before its body is read. */
function refused(framing: string, body = "", ...fields: string[]): string {
  return `${["POST /api/v1/auth/logout HTTP/1.1", "Host: a", framing, ...fields].join("\r\n")}\r\n\r\n${body}`;
}

/** The status lines of all answers. */
function statuses(answers: string): string[] {
  const lines = answers.match(/HTTP\/1\.1 \d+/g) ?? [];
  return lines.map((line) => line.slice(-3)).filter((status) => status !== "100");
}

const x = (length: number): string => "x".repeat(length);
const chunk = (length: number): string => `${length.toString(16)}\r\n${x(length)}\r\n`;

describe("an answer that comes before the body", () => {
  it.each([
    ["small", refused("Content-Length: 5", x(5))],
    ["large", refused("Content-Length: 900000", x(900_000))],
    ["chunked", refused("Transfer-Encoding: chunked", `${chunk(5)}${chunk(1)}0\r\n\r\n`)],
    ["large and chunked", refused("Transfer-Encoding: chunked", `${chunk(60_000).repeat(10)}0\r\n\r\n`)],
    ["chunked with trailers", refused("Transfer-Encoding: chunked", `${chunk(5)}0\r\nX-A: b\r\n\r\n`)],
  ])("leaves the connection to the next request: %s", async (_name, request) => {
    const { port } = await startHost();
    expect(statuses(await exchangeBytes(port, request + next))).toEqual(["401", "200"]);
  });

  it.each([
    ["it is longer than what is ever read", refused("Content-Length: 2000000", x(2_000_000))],
    ["the client waited for 100 Continue and left it out", refused("Content-Length: 5", "", expects)],
  ])("is the last on its connection when %s", async (_name, request) => {
    const { port, calls } = await startHost();
    const answers = await exchangeBytes(port, request + next);
    expect(statuses(answers)).toEqual(["401"]);
    expect(answers).toMatch(/\r\nconnection: close\r\n/i);
    // What nobody gets an answer to is not carried out.
    expect(calls).toEqual([]);
  });

  it.each([
    ["at once", refused("Content-Length: 5", x(5), expects)],
    ["in chunks", refused("Transfer-Encoding: chunked", `${chunk(5)}0\r\n\r\n`, expects)],
  ])("loses no answer when the body is sent %s instead of waiting for 100 Continue", async (_name, request) => {
    const { port, calls } = await startHost();
    // The connection ends, or not, with how much has come by then.
    const answers = await exchangeBytes(port, request + next);
    expect(statuses(answers)).toEqual(["401", ...calls.map(() => "200")]);
  });

  it("is the last on its connection when the client waits for 100 Continue, whatever it sends then", async () => {
    const { port, calls } = await startHost();
    const socket = await openSocket(port);
    let answers = "";
    socket.setEncoding("latin1").on("error", () => {});
    socket.on("data", (text: string) => {
      answers += text;
      socket.write(`${x(5)}${next}`);
    });
    socket.write(refused("Content-Length: 5", "", expects));
    await new Promise((resolve) => socket.on("close", resolve));
    expect([statuses(answers), calls]).toEqual([["401"], []]);
  });

  it("reaches a client that sends its whole body before it reads, and closes", async () => {
    const { port } = await startHost();
    const request = refused("Content-Length: 900000", x(900_000), "Connection: close");
    const socket = await openSocket(port);
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.pause();
    for (let sent = 0; sent < request.length; sent += 90_000) {
      const isFree = socket.write(request.slice(sent, sent + 90_000));
      if (!isFree) await once(socket, "drain");
    }
    socket.resume();
    await once(socket, "close");
    expect(statuses(answer)).toEqual(["401"]);
  });

  it.each([
    ["large chunks", 60_000],
    ["tiny chunks", 1],
  ])("is followed by the end of the connection when the body never ends: %s", async (_name, size) => {
    const { port } = await startHost({ host: { timeouts: { headersMs: 60_000, requestMs: 60_000 } } });
    const socket = await openSocket(port);
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.on("error", () => {}).write(refused("Transfer-Encoding: chunked"));
    const piece = chunk(size).repeat(size === 1 ? 1000 : 1);
    const more = (): void => {
      while (!socket.destroyed && socket.writable && socket.write(piece));
    };
    socket.on("drain", more);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    more();
    await closed;
    expect(statuses(answer)).toEqual(["401"]);
    expect(answer.endsWith("}")).toBe(true);
  });

  it("is not followed by another one when the body turns out to be broken", async () => {
    const { port } = await startHost();
    const socket = await openSocket(port);
    socket.setEncoding("latin1").write(refused("Transfer-Encoding: chunked"));
    const [first]: string[] = await once(socket, "data");
    let rest = "";
    socket.on("data", (text: string) => (rest += text)).write("zz\r\n");
    await once(socket, "close");
    expect([statuses(first ?? ""), rest]).toEqual([["401"], ""]);
  });
});
