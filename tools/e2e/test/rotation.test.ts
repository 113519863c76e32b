import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, defaultOptionalOperations } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { openEvents } from "@fleet-api/client/streams";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

function connect() {
  const { baseUrl } = server();
  let logins = 0;
  const auth = createAuth({
    baseUrl,
    credentials: async () => {
      logins += 1;
      return admin;
    },
  });
  return { auth, fleet: createFleetClient({ baseUrl, ...auth.bind() }), logins: () => logins };
}

describe("client, auth and server together", () => {
  it("log in once for many calls at once, and hold the newest token after a storm of rotations", async () => {
    server().rotateAfter(0);
    const { auth, fleet, logins } = connect();
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fleet.units.listing({ query: { per_page: 1, page: (index % 126) + 1 } }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(logins()).toBe(1);
    await auth.flush();
    const newest = await fleet.auth.token().orThrow();
    expect(newest.data.token).toBe(`bearer ${await auth.getToken()}`);
    await auth[Symbol.asyncDispose]();
  });

  it("log in again once when the session was ended elsewhere, and every call succeeds", async () => {
    server().rotateAfter("default");
    const { auth, fleet, logins } = connect();
    await fleet.units.listing().orThrow();
    const token = await auth.getToken();
    const ended = await fetch(`${server().baseUrl}/auth/logout`, {
      method: "POST",
      headers: { authorization: `bearer ${token}` },
    });
    expect(ended.status).toBe(200);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => fleet.auth.permission({ path: { resource: "units", action: "view" } })),
    );
    expect(results.map((result) => result.status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(logins()).toBe(2);
    await auth[Symbol.asyncDispose]();
  });

  it("tell every failure apart", async () => {
    server().rotateAfter("default");
    const { auth, fleet } = connect();
    const unknown = await fleet.auth.permission({ path: { resource: "units", action: "fly" } });
    if (unknown.ok || unknown.kind !== "http") throw new Error("expected a problem");
    expect([unknown.status, unknown.error.code]).toEqual([404, "unknown_permission"]);
    const refused = await fleet.units.listing({ query: { per_page: 100_000 } });
    if (refused.ok || refused.kind !== "http") throw new Error("expected a problem");
    expect(refused.error.errors?.[0]).toMatchObject({ name: "per_page" });
    const escaping = await fleet.auth.registration({ path: { registration_token: ".." } });
    expect(escaping).toMatchObject({ ok: false, kind: "request" });
    await auth.logout();
    const after = await fleet.units.listing();
    expect(after).toMatchObject({ ok: false, kind: "auth", error: { cause: { code: "logged_out" } } });
    await auth[Symbol.asyncDispose]();
  });
});

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
  const host = createServer(answer);
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

it("the auth package and the contract agree on which operations have optional authentication", () => {
  const inContract = Object.values(operations)
    .filter((operation) => operation.auth === "optional")
    .map(({ verb, path }) => `${verb} ${path}`);
  const inAuth = defaultOptionalOperations.map(({ method, path }) => `${method} ${path}`);
  expect(inAuth.toSorted()).toEqual(inContract.toSorted());
});
