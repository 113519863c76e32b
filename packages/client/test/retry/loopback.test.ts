import { expect, it } from "vitest";
import { createCore } from "../../src/core.ts";
import { retry } from "../../src/retry/index.ts";
import { sendJson, serve } from "../support/server.ts";

const units = { id: "unitsListing", path: "/units", statuses: [200], paged: undefined, keyed: true } as const;

it("over a socket, on the clock of the machine: cut off, refused for now, then well", async () => {
  const server = await serve((_seen, response) => {
    const nth = server.seen.length;
    if (nth === 1) {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 }).write('{"data":');
      response.destroy();
    } else if (nth === 2) sendJson(response, 503, {}, { "retry-after": "0" });
    else sendJson(response, 200, { data: { id: 7 } });
  });
  const core = createCore({ baseUrl: server.baseUrl, use: [retry({ baseDelayMs: 0 })] });
  const result = await core.call({ ...units, verb: "PUT" }, { body: { name: "a" } });
  expect(result).toMatchObject({ ok: true, data: { id: 7 }, meta: { attempts: 3 } });
  expect(server.seen.map(({ method, body }) => [method, body])).toEqual(
    Array.from({ length: 3 }, () => ["PUT", '{"name":"a"}']),
  );
});
