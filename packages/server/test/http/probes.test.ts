import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { ListenError, createHost } from "../../src/http/index.ts";
import { startingKernel } from "../../src/kernel/index.ts";
import { fakeService, fixedNow, fixedRequestId } from "../kernel/support/fake-service.ts";
import { call, openSocket, problemOf, startHost } from "./support/running-host.ts";

const get = (port: number, target: string) => call(port, { method: "GET", target });
const down = () => Promise.reject(new Error("The database does not answer."));

describe("probes", () => {
  it("are plain text that nobody stores", async () => {
    const { port } = await startHost();
    for (const target of ["/livez", "/readyz", "/readyz?verbose"]) {
      const { status, text, headers } = await get(port, target);
      expect([status, text]).toEqual([200, "ok\n"]);
      expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" });
    }
  });

  it("say that the process is alive, whatever its database does", async () => {
    const { port } = await startHost({ host: { ready: down } });
    expect(await get(port, "/livez")).toMatchObject({ status: 200 });
    expect(await get(port, "/readyz")).toMatchObject({ status: 503, text: "not ready\n" });
  });

  it("do not wait for a database that does not answer", async () => {
    const { port } = await startHost({ host: { ready: () => new Promise(() => {}) } });
    expect(await get(port, "/readyz")).toMatchObject({ status: 503 });
  });

  it("have no other methods than GET and HEAD", async () => {
    const { port } = await startHost();
    const answer = await call(port, { method: "POST", target: "/readyz" });
    expect([problemOf(answer)["code"], answer.headers["allow"]]).toEqual(["method_not_allowed", "GET, HEAD, OPTIONS"]);
    expect(await call(port, { method: "HEAD", target: "/livez" })).toMatchObject({ status: 200, text: "" });
  });

  it("are not ready while the server stops", async () => {
    const { port, host } = await startHost();
    const socket = await openSocket(port);
    const closed = host.close();
    const answered = once(socket.setEncoding("latin1"), "data");
    socket.write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 503 /);
    await closed;
  });
});

describe("a host that starts", () => {
  it("answers with 503 until it is given its kernel", async () => {
    const clock = { now: () => new Date(fixedNow), monotonic: () => 0 };
    const starting = startingKernel({ basePath: "/api/v1", clock, newRequestId: () => fixedRequestId });
    const { port, host } = await startHost({ host: { kernel: starting, ready: down } });
    const answer = await get(port, "/api/v1/tests/ping");
    expect(problemOf(answer)).toMatchObject({ code: "unavailable", detail: "The server is starting. Try again." });
    expect(answer.headers["retry-after"]).toBe("1");
    expect(await get(port, "/livez")).toMatchObject({ status: 200 });
    expect(await get(port, "/readyz")).toMatchObject({ status: 503 });
    host.serve(fakeService().kernel, async () => {});
    expect(await get(port, "/api/v1/tests/ping")).toMatchObject({ status: 200 });
    expect(await get(port, "/readyz")).toMatchObject({ status: 200 });
  });
});

describe("listen", () => {
  it("gives the address with the port that the system chose", async () => {
    const { origin, port } = await startHost();
    expect(port).toBeGreaterThan(0);
    expect(origin).toBe(`http://127.0.0.1:${port}`);
  });

  it("explains a port in use in one line, with the way out", async () => {
    const { port } = await startHost();
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => log };
    const second = createHost({ kernel: fakeService().kernel, cors: { origins: "*" }, log });
    const failure = await second.listen({ port, host: "127.0.0.1" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ListenError);
    expect(failure).toMatchObject({
      code: "EADDRINUSE",
      message: `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another (--port or FLEET_PORT).`,
    });
    await second.close();
  });

  it("explains an address that the machine does not have", async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => log };
    const host = createHost({ kernel: fakeService().kernel, cors: { origins: "*" }, log });
    await expect(host.listen({ port: 0, host: "192.0.2.77" })).rejects.toThrow(
      "This machine does not have the address 192.0.2.77.",
    );
    await host.close();
  });
});
