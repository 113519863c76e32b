import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runStart } from "./support/process.ts";
import { admin } from "./support/service.ts";

let data = "";
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "fleet-crash-"));
});
afterAll(() => rm(data, { recursive: true, force: true }));

async function login(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  return response.headers.get("authorization") ?? "";
}

/** Logs in and uses tokens, collecting every token that was given out, until the service is gone. */
async function useUntilGone(baseUrl: string, given: Set<string>): Promise<void> {
  try {
    for (;;) {
      let token = await login(baseUrl);
      given.add(token);
      for (let use = 0; use < 5; use += 1) {
        const response = await fetch(`${baseUrl}/units/listing?per_page=1`, { headers: { authorization: token } });
        await response.arrayBuffer();
        token = response.headers.get("authorization") ?? token;
        given.add(token);
      }
    }
  } catch {
    // The connection broke: the service was killed.
  }
}

describe("a killed service", () => {
  // Six starts of the whole command.
  it("starts again on its data, and every token that it had given out still works", { timeout: 180_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const server = runStart("--data", data, "--port", "0", "--rotate-after", "0");
      const [, baseUrl = ""] = await server.line(/API +(http:\/\/\S+)/);
      await server.line(/Serving until/);
      const given = new Set<string>();
      const users = Array.from({ length: 4 }, () => useUntilGone(baseUrl, given));
      while (given.size < 40) await fetch(`${baseUrl}/tests/ping`);
      server.kill("SIGKILL");
      expect((await server.ended).signal).toBe("SIGKILL");
      await Promise.all(users);
      given.delete("");

      const again = runStart("--data", data, "--port", "0");
      const [, restarted = ""] = await again.line(/API +(http:\/\/\S+)/);
      const statuses = await Promise.all(
        [...given].map(async (authorization) => {
          const response = await fetch(`${restarted}/auth/token`, { headers: { authorization } });
          await response.arrayBuffer();
          return response.status;
        }),
      );
      expect(statuses).toEqual(statuses.map(() => 200));
      again.kill("SIGKILL");
      await again.ended;
    }
  });
});
