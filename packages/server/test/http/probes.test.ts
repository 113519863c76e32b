import { once } from "node:events";
import { describe, expect, it } from "vitest";
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
