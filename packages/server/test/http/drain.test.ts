import { once } from "node:events";
import { Agent } from "node:http";
import { describe, expect, it } from "vitest";
import { rawJson } from "../../src/kernel/index.ts";
import { fakeHandlers } from "../kernel/support/fake-service.ts";
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
    return { json: rawJson('{"pong":true,"version":"1.0.0","time":"2026-01-15T08:30:00.000Z"}') };
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

  it("cuts off what is left after the grace", async () => {
    const { port, host, arrived } = await startSlowHost();
    const socket = await openSocket(port);
    const answer = collect(socket);
    socket.write(ping);
    await arrived;
    await host.close({ graceMs: 1 });
    expect(await answer).toBe("");
  });

  it("may be called on a host that keep-alive clients use", async () => {
    const { origin, host, release } = await startSlowHost();
    release();
    const agent = new Agent({ keepAlive: true });
    expect((await fetch(`${origin}/api/v1/tests/ping`)).status).toBe(200);
    await host.close();
    agent.destroy();
    await expect(fetch(`${origin}/api/v1/tests/ping`)).rejects.toThrow("fetch failed");
  });
});
