import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fakeService, send } from "../kernel/support/fake-service.ts";
import { openCrowd } from "./support/crowd.ts";
import type { Answer, RunningHost } from "./support/running-host.ts";
import { call, exchangeBytes, openSocket, problemOf, startHost } from "./support/running-host.ts";

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ keep: true });
});
afterAll(() => running.host.close({ graceMs: 0 }));

const json = { "content-type": "application/json" };
const limit = 16_384;
const tooLarge = `The body has more than ${limit} bytes, which is the limit of this operation.`;

const post = (body: string): Promise<Answer> =>
  call(running.port, { method: "POST", target: "/api/v1/auth/login", headers: json, body });
const get = (target: string): Promise<Answer> =>
  call(running.port, { method: "GET", target, headers: { authorization: "bearer good" } });

/** Opens a login whose body follows. */
async function openLogin(framing: string, port = running.port): Promise<Socket> {
  const socket = await openSocket(port);
  socket.setEncoding("latin1").on("error", () => {});
  const fields = ["Host: a", "Content-Type: application/json", framing];
  socket.write(`POST /api/v1/auth/login HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`);
  return socket;
}

async function firstAnswer(socket: Socket): Promise<string> {
  const [text]: string[] = await once(socket, "data");
  return text ?? "";
}

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n`;

describe("a body beyond the limit of its operation", () => {
  it("is refused before it comes, if its length is announced", async () => {
    const socket = await openLogin(`Content-Length: ${limit + 1}`);
    const answer = await firstAnswer(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(tooLarge);
  });

  it("is refused as soon as it is too long, if it is not", async () => {
    const socket = await openLogin("Transfer-Encoding: chunked");
    socket.write(chunk(limit));
    socket.write(chunk(1));
    const answer = await firstAnswer(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(tooLarge);
  });

  it("ends the connection when it continues for long", async () => {
    const socket = await openLogin("Transfer-Encoding: chunked");
    const closed = new Promise((resolve) => socket.on("close", resolve));
    let sent = 0;
    const more = (): void => {
      for (let free = true; free && !socket.destroyed && sent < 64_000_000; sent += 64_000) {
        free = socket.write(chunk(64_000));
      }
    };
    socket.on("drain", more).resume();
    more();
    await closed;
    expect(sent).toBeLessThan(64_000_000);
  });

  it("ends the connection early when it continues in tiny chunks", async () => {
    // The request timeout would end the connection as well.
    const { port } = await startHost({ host: { timeouts: { headersMs: 4000, requestMs: 600_000 } } });
    const socket = await openLogin("Transfer-Encoding: chunked", port);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    let answer = "";
    socket.on("data", (text: string) => (answer += text)).write(chunk(limit + 1) + chunk(1).repeat(3000));
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("is refused on the fetch face alike", async () => {
    const { kernel } = fakeService();
    const body = " ".repeat(limit + 1);
    const answer = await send(kernel, "POST", "/auth/login", { headers: json, body });
    expect([answer.status, await answer.json()]).toMatchObject([413, { detail: tooLarge }]);
  });
});

describe("many findings", () => {
  it("in a body are counted, and the first 50 listed", async () => {
    const members = Array.from({ length: 1500 }, (_, index) => `"k${index}":1`);
    const problem = problemOf(await post(`{"username":"a","password":"right",${members.join(",")}}`));
    expect(problem).toMatchObject({
      code: "validation_failed",
      detail:
        "1,500 findings, the first 50 are listed; the first: body /k0 is an unknown property; this object accepts username, password.",
    });
    expect(problem["errors"]).toHaveLength(50);
  });

  it("in the query are counted, and the first 50 listed", async () => {
    const names = Array.from({ length: 999 }, (_, index) => `p${index}`);
    const problem = problemOf(await get(`/api/v1/units/listing?page=0&${names.join("&")}`));
    expect(problem["detail"]).toMatch(
      /^1,000 findings, the first 50 are listed; the first: query p0 is an unknown parameter/,
    );
    expect(problem["errors"]).toHaveLength(50);
  });

  it("are few for one parameter that is repeated, or a list of many values", async () => {
    expect(problemOf(await get(`/api/v1/units/listing?${"page=1&".repeat(999)}`))["errors"]).toHaveLength(1);
    const list = problemOf(await get(`/api/v1/units/listing?lifecycle_status=${"x,".repeat(5000)}x`));
    expect(list["errors"]).toHaveLength(2);
  });
});

describe("a long head", () => {
  it("has at most 1000 parameters", async () => {
    const most = problemOf(await get(`/api/v1/units/listing?${"a&".repeat(1000)}`));
    expect(most).toMatchObject({ code: "validation_failed" });
    const problem = problemOf(await get(`/api/v1/units/listing?${"a&".repeat(1001)}`));
    expect(problem).toMatchObject({ code: "malformed_request", detail: "The query has more than 1000 parameters." });
  });

  it("a path that is longer than a problem may show is cut, but never within an escape", async () => {
    const values = [
      "a".repeat(9000),
      `${"a".repeat(1969)}%20${"a".repeat(90)}`,
      "%C5%BE".repeat(1500),
      '"'.repeat(9000),
    ];
    for (const value of values) {
      const { instance } = problemOf(await get(`/api/v1/auth/permission/${value}/action/view`));
      expect(String(instance).length).toBeLessThanOrEqual(2000);
      expect(instance).toMatch(/^(?:[^%]|%[0-9A-F]{2})*$/);
      expect(problemOf(await get(`/api/v1/${value}`))["code"]).toBe("not_found");
    }
  });

  it("has at most 100 fields", async () => {
    const head = (fields: number): string =>
      `GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${"X-A: b\r\n".repeat(fields - 2)}\r\n`;
    expect(await exchangeBytes(running.port, head(100))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchangeBytes(running.port, head(101))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it("is refused on the fetch face alike", async () => {
    const { kernel } = fakeService();
    const fields = Array.from({ length: 101 }, (_, index): [string, string] => [`x-${index}`, "a"]);
    expect((await send(kernel, "GET", "/tests/ping", { headers: fields.slice(1) })).status).toBe(200);
    expect((await send(kernel, "GET", "/tests/ping", { headers: fields })).status).toBe(431);
    expect((await send(kernel, "GET", `/tests/ping?${"a".repeat(limit)}`)).status).toBe(431);
    expect((await send(kernel, "GET", "/tests/ping", { headers: { "x-a": "a".repeat(limit) } })).status).toBe(431);
  });

  it("a media type of many spaces is refused", async () => {
    const headers = { "content-type": `application/json${" ".repeat(15_000)}x` };
    const answer = await call(running.port, { method: "POST", target: "/api/v1/auth/login", headers, body: "{}" });
    expect(answer.status).toBe(415);
  });
});

describe("clients that make no progress", () => {
  it("do not stand in the way of others, and are closed", async () => {
    const timeouts = { headersMs: 500, requestMs: 1000, idleMs: 1500 };
    const { port } = await startHost({ host: { timeouts } });
    const crowd = await openCrowd(port, { idle: 200, slowHead: 50, slowBody: 50, deaf: 20 }, 50);
    onTestFinished(crowd.leave);
    expect(crowd.open()).toBeGreaterThan(0);
    for (let count = 0; count < 20; count += 1) {
      expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
    }
    // Those that are only deaf have sent valid requests; they are idle then, and closed last.
    while (crowd.open() > 20) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
  });
});
