import { afterAll, beforeAll, expect, it } from "vitest";
import { statusContract } from "../kernel/support/status-service.ts";
import type { RunningHost } from "./support/running-host.ts";
import { call, exchangeBytes, startHost } from "./support/running-host.ts";

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ kernel: statusContract(), keep: true });
});
afterAll(() => running.host.close({ graceMs: 0 }));

const authorization = "bearer good";
const target = "/api/v1/units/1";

it.each([
  ["GET", target, {}, 200, '{"data":{"id":1}}'],
  ["GET", target, { "if-none-match": '"v7"' }, 304, ""],
  ["HEAD", target, {}, 200, ""],
  ["HEAD", target, { "if-none-match": '"v7"' }, 304, ""],
  ["PUT", target, {}, 200, '{"data":{"id":1}}'],
  ["PUT", "/api/v1/units/9", {}, 201, '{"data":{"id":9}}'],
  ["POST", "/api/v1/units", {}, 201, '{"data":{"id":2}}'],
  ["DELETE", target, {}, 200, '{"data":{"id":1}}'],
])("%s %s with %j is answered with %i", async (method, path, condition, status, text) => {
  const headers = { authorization, ...condition };
  const host = await call(running.port, { method, target: path, headers });
  expect([host.status, host.text]).toEqual([status, text]);
  const request = new Request(`http://service.test${path}`, { method, headers });
  const face = await running.kernel.fetch(request, { ip: "127.0.0.1" });
  expect([face.status, await face.text()]).toEqual([status, text]);
  const names = ["etag", "location", "content-type", "cache-control"];
  expect(names.map((name) => host.headers[name] ?? null)).toEqual(names.map((name) => face.headers.get(name)));
});

it("a success without a body has no framing of one, and the connection goes on", async () => {
  const head = `host: a\r\nauthorization: ${authorization}\r\n`;
  const answers = await exchangeBytes(
    running.port,
    `GET ${target} HTTP/1.1\r\n${head}if-none-match: "v7"\r\n\r\n` +
      `GET ${target} HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
  );
  const [unchanged = "", read = ""] = answers.split(/(?=HTTP\/1\.1 )/);
  expect(unchanged).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n[^]*\r\netag: "v7"\r\n[^]*\r\n\r\n$/);
  expect(unchanged).not.toMatch(/^(content-length|content-type|transfer-encoding):/im);
  expect(read).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"data":\{"id":1\}\}$/);
});
