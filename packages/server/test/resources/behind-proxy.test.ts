import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../src/index.ts";
import { useService } from "../support/service.ts";

/** A reverse proxy on loopback that appends the address of its client, as the usual ones do; one per client. */
async function proxyOf(client: string, upstream: number): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const forwarded = [incoming.headers["x-forwarded-for"], client].filter(Boolean).join(", ");
    const { method, url: path, headers } = incoming;
    const onward = request(
      { host: "127.0.0.1", port: upstream, method, path, headers: { ...headers, "x-forwarded-for": forwarded } },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void proxy.close(() => resolve()).closeAllConnections()));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`;
}

async function logIn(baseUrl: string, username: string, password: string, headers = {}): Promise<number> {
  const { status } = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ username, password }),
  });
  return status;
}

const [user = { username: "", password: "" }] = demoLogins;

describe.each([
  ["trusted", { trust_proxy: "127.0.0.1" }, 200],
  ["not trusted", {}, 429],
])("wrong logins of one client behind a proxy that is %s", (_case, settings, ofTheOther) => {
  const service = useService({ settings });

  it(`lock out that client; another one is answered ${ofTheOther}`, async () => {
    const { port } = service.server;
    const [guesser, other] = [await proxyOf("192.0.2.7", port), await proxyOf("192.0.2.8", port)];
    for (let guess = 0; guess < 60; guess += 1) {
      // An address of the client's own choice must not help it.
      const headers = { "x-forwarded-for": `198.51.100.${guess}` };
      expect(await logIn(guesser, `nobody-${guess}`, "wrong", headers)).toBe(401);
    }
    expect(await logIn(guesser, user.username, user.password)).toBe(429);
    expect(await logIn(other, user.username, user.password)).toBe(ofTheOther);
  });
});
