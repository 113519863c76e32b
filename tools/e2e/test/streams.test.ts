import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth } from "@fleet-api/auth";
import { openEvents } from "@fleet-api/client/streams";
import { expect, onTestFinished, test } from "vitest";

test("a stream that reconnects carries the newest token of the session", async () => {
  const seen: (string | undefined)[][] = [];
  const origin = await listen((request, response) => {
    if (request.url === "/api/v1/auth/login") {
      response.writeHead(200, { authorization: "bearer t1", "content-type": "application/json" }).end('{"data":{}}');
      return;
    }
    const { authorization, "last-event-id": lastEventId } = request.headers;
    seen.push([authorization, lastEventId?.toString()]);
    const next = seen.length + 1;
    response.writeHead(200, { authorization: `bearer t${next}`, "content-type": "text/event-stream" });
    response.end(`retry: 1\nid: e${seen.length}\ndata: {"n":${seen.length}}\n\n`);
  });
  const baseUrl = `${origin}/api/v1`;
  const session = createAuth({
    baseUrl,
    credentials: async () => ({ username: "ada", password: "engine" }),
  });
  const numbers: unknown[] = [];
  for await (const event of openEvents({
    url: `${baseUrl}/monitoring/stream`,
    fetch: session.fetch,
    reconnect: { capMs: 1 },
  })) {
    numbers.push(event.json());
    if (numbers.length === 3) break;
  }
  expect(numbers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(seen).toEqual([
    ["bearer t1", undefined],
    ["bearer t2", "e1"],
    ["bearer t3", "e2"],
  ]);
  expect(await session.getToken()).toBe("t4");
});

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
