import { once } from "node:events";
import { connect } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawJson } from "../../src/kernel/index.ts";
import { fakeHandlers } from "../kernel/support/fake-service.ts";
import { startLoad } from "./support/load.ts";
import { openSocket, startHost } from "./support/running-host.ts";

/** Something that a test waits for and another part of it lets happen. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A host whose ping waits until it is let go. */
async function startSlowHost() {
  const [arrived, release] = [gate(), gate()];
  const testsPing = async () => {
    arrived.open();
    await release.opened;
    return { json: rawJson<never>('{"pong":true,"version":"1.0.0","time":"2026-01-15T08:30:00.000Z"}') };
  };
  const running = await startHost({ kernel: { handlers: { ...fakeHandlers([]), testsPing } } });
  return { ...running, arrived: arrived.opened, release: release.open };
}

const ping = "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\n\r\n";

/** Everything that comes on a connection until it is closed. */
function collect(socket: Awaited<ReturnType<typeof openSocket>>): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  return once(socket, "close").then(() => text);
}

/** A host that serves one file which no socket buffer holds whole. */
async function startWithLargeFile() {
  const docsDir = await mkdtemp(join(tmpdir(), "fleet-drain-"));
  onTestFinished(() => rm(docsDir, { recursive: true }));
  await writeFile(join(docsDir, "large.txt"), Buffer.alloc(32 * 1_048_576, "x"));
  return startHost({ host: { docsDir } });
}

const large = "GET /docs/large.txt HTTP/1.1\r\nHost: a\r\n\r\n";

describe("a long answer", () => {
  it("that began before the close is delivered whole, and its connection does not linger", async () => {
    const { port, host } = await startWithLargeFile();
    const socket = await openSocket(port);
    socket.write(large);
    await once(socket, "data");
    socket.pause();
    const closed = host.close({ graceMs: 60_000 });
    let length = 0;
    socket.on("data", (chunk: Buffer) => (length += chunk.length)).resume();
    await Promise.all([closed, once(socket, "close")]);
    expect(length).toBeGreaterThan(31 * 1_048_576);
  });

  it("is not mixed with the answer to bytes that are no request", async () => {
    const { port } = await startWithLargeFile();
    const socket = await openSocket(port);
    socket.write(large);
    await once(socket, "data");
    const rest = collect(socket);
    socket.write("garbage\r\n\r\n");
    // First all of it, then the refusal.
    const [body = "", refusal] = (await rest).split("HTTP/1.1 ");
    expect(body).toMatch(/^x+$/);
    expect(refusal).toMatch(/^400 /);
  });
});

describe("close", () => {
  it("delivers the answer under way and ends its connection, keep-alive or not", async () => {
    const { port, host, arrived, release } = await startSlowHost();
    const socket = await openSocket(port);
    const answer = collect(socket);
    socket.write(ping);
    await arrived;
    const order: string[] = [];
    const closed = host.close({ graceMs: 60_000 }).then(() => order.push("closed"));
    const delivered = answer.then(() => order.push("delivered"));
    release();
    await Promise.all([closed, delivered]);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?=[^]*connection: close)[^]*"pong":true/i);
    expect(order.toSorted()).toEqual(["closed", "delivered"]);
  });

  it("does not wait for idle connections", async () => {
    const { port, host, release } = await startSlowHost();
    release();
    const [idle, unused] = [await openSocket(port), await openSocket(port)];
    idle.write(ping);
    await once(idle, "data");
    const ended = Promise.all([once(idle.resume(), "close"), once(unused.resume(), "close")]);
    await host.close({ graceMs: 60_000 });
    await ended;
    expect([idle.destroyed, unused.destroyed]).toEqual([true, true]);
  });

  it("takes no new connections while it waits", async () => {
    const { port, host, arrived, release } = await startSlowHost();
    const socket = await openSocket(port);
    const answer = collect(socket);
    socket.write(ping);
    await arrived;
    const closed = host.close({ graceMs: 60_000 });
    // The listening socket is closed in a later turn of the event loop.
    const refused = await new Promise<unknown>((resolve) => {
      const attempt = (): void => void openSocket(port).then((open) => open.once("close", attempt).destroy(), resolve);
      attempt();
    });
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
    release();
    await closed;
    expect(await answer).toContain("200 OK");
  });

  it("answers a request that was on its way in", async () => {
    const { port, host, arrived, release } = await startSlowHost();
    const [slow, late] = [await openSocket(port), await openSocket(port)];
    // An answer proves that the connection was accepted.
    late.write("GET /api/v1/nowhere HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(late, "data");
    const answers = [collect(slow), collect(late)];
    late.write(ping.slice(0, 20));
    slow.write(ping);
    await arrived;
    const closed = host.close({ graceMs: 60_000 });
    late.write(ping.slice(20));
    release();
    await closed;
    for (const answer of answers) expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it("cuts off what is left after the grace", async () => {
    const { port, host, arrived } = await startSlowHost();
    const socket = await openSocket(port);
    const answer = collect(socket);
    socket.write(ping);
    await arrived;
    await host.close({ graceMs: 1 });
    expect(await answer).toBe("");
  });

  it("loses no request under load", async () => {
    let handled = 0;
    const testsPing = async () => {
      handled += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      return { json: rawJson<never>('{"pong":true,"version":"1.0.0","time":"2026-01-15T08:30:00.000Z"}') };
    };
    const { port, host } = await startHost({ kernel: { handlers: { ...fakeHandlers([]), testsPing } } });
    const load = startLoad(port, "/api/v1/tests/ping", 16);
    while (load.answered() < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    const [result] = await Promise.all([load.ended, host.close()]);
    expect(result).toMatchObject({ refused: 16, failed: [], answered: handled });
  });

  it("answers a request that comes on an idle connection meanwhile, as the last one on it", async () => {
    const { port, host, release } = await startSlowHost();
    release();
    const [used, fresh] = [await openSocket(port), await openSocket(port)];
    used.write(ping);
    await once(used, "data");
    const closed = host.close({ graceMs: 60_000 });
    const answers = [collect(used), collect(fresh)];
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const socket of [used, fresh]) socket.write(ping);
    for (const answer of answers) expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?=[^]*connection: close)/i);
    await closed;
  });

  it("answers all requests that were pipelined on a connection", async () => {
    const { port, host, arrived, release } = await startSlowHost();
    const socket = await openSocket(port);
    const answer = collect(socket);
    socket.write(ping.repeat(3));
    await arrived;
    const closed = host.close({ graceMs: 60_000 });
    release();
    await closed;
    const heads = (await answer).split("HTTP/1.1 ").slice(1);
    expect(heads.map((head) => [head.slice(0, 3), /connection: close/i.test(head)])).toEqual([
      ["200", false],
      ["200", false],
      ["200", true],
    ]);
  });

  it.each([
    ["no request", ""],
    ["half a head", ping.slice(0, 20)],
    [
      "a hanging body",
      "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
    ["a refused body that hangs", "POST /api/v1/auth/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["answers that nobody reads", ping.repeat(9000)],
  ])("is not held up beyond the grace by a client with %s", async (_name, bytes) => {
    const { port, host, release } = await startSlowHost();
    release();
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    socket
      .on("error", () => {})
      .pause()
      .write(bytes);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const begun = performance.now();
    await host.close({ graceMs: 700 });
    // Far less than the time after which an idle connection would be closed anyway, and enough for a busy machine.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it("may be called twice", async () => {
    const { port, host } = await startSlowHost();
    await openSocket(port);
    await Promise.all([host.close(), host.close()]);
    expect(await host.close()).toBeUndefined();
  });
});
