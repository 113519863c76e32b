import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, startHost } from "./support/running-host.ts";

/** Sends requests to a host and returns the client addresses that its handlers were told. */
async function hostThatTrusts(trustProxy: readonly string[]) {
  const { port, calls } = await startHost({ host: { trustProxy } });
  return async (forwarded?: string | string[]): Promise<string> => {
    const headers = { ...(forwarded !== undefined && { "x-forwarded-for": forwarded }) };
    await call(port, { method: "GET", target: "/api/v1/tests/ping", headers });
    const last = calls.at(-1) as { readonly request: { readonly ip: string } };
    return last.request.ip;
  };
}

describe("the address of a client", () => {
  it("is that of the connection unless a proxy is trusted", async () => {
    const addressOf = await hostThatTrusts([]);
    expect(await addressOf()).toBe("127.0.0.1");
    expect(await addressOf("192.0.2.7")).toBe("127.0.0.1");
  });

  it("is that of the connection when that is no trusted proxy", async () => {
    const addressOf = await hostThatTrusts(["10.0.0.0/8"]);
    expect(await addressOf("192.0.2.7")).toBe("127.0.0.1");
  });

  it.each([
    ["no header", undefined, "127.0.0.1"],
    ["an empty header", "", "127.0.0.1"],
    ["one entry", "192.0.2.7", "192.0.2.7"],
    ["an entry that the client sent", "198.51.100.1, 192.0.2.7", "192.0.2.7"],
    ["two trusted proxies", "198.51.100.1, 192.0.2.7, 10.1.2.3", "192.0.2.7"],
    ["the header twice", ["198.51.100.1", "192.0.2.7, 10.1.2.3"], "192.0.2.7"],
    ["trusted proxies only", "10.1.2.3, 10.1.2.4", "10.1.2.3"],
    ["IPv6", "2001:db8::7", "2001:db8::7"],
    ["an IPv6 proxy", "192.0.2.7, fd00::1", "192.0.2.7"],
    ["an IPv4 proxy written as IPv6", "192.0.2.7, ::ffff:10.1.2.3", "192.0.2.7"],
    ["a port", "192.0.2.7:5123", "192.0.2.7"],
    ["a trusted proxy that writes ports", "192.0.2.7:5123, 10.1.2.3:80, [fd00::1]:8080", "192.0.2.7"],
    ["IPv6 with a port", "[2001:db8::7]:5123", "2001:db8::7"],
    ["no address", "unknown", "127.0.0.1"],
    ["no address behind a second proxy", "unknown, 10.1.2.3", "10.1.2.3"],
    ["an address that no system writes", "0x7f.1", "127.0.0.1"],
    ["a long text", "a".repeat(8000), "127.0.0.1"],
    ["many entries", "192.0.2.1,".repeat(1000), "192.0.2.1"],
  ])("behind a trusted proxy, with %s", async (_case, forwarded, expected) => {
    const addressOf = await hostThatTrusts(["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"]);
    expect(await addressOf(forwarded)).toBe(expected);
  });

  it("is always an address, and never one that stands left of the client's own", async () => {
    const addressOf = await hostThatTrusts(["127.0.0.1", "10.0.0.0/8"]);
    const written = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[!-+\--~]{0,20}$/)), { maxLength: 6 });
    const proxies = fc.array(
      fc.nat(255).map((last) => `10.0.0.${last}`),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(written, proxies, async (left, right) => {
        const ip = await addressOf([...left, "192.0.2.7", ...right].join(", "));
        expect([isIP(ip) !== 0, ip]).toEqual([true, "192.0.2.7"]);
        expect(isIP(await addressOf(left.join(", ")))).not.toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
