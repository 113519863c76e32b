/** An import whose requests are cut off and whose server is killed ends with each unit once. */
import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../src/index.ts";
import type { Child } from "../support/child.ts";
import { startChild } from "../support/child.ts";
import { newDatabase, onPostgres } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const [login] = demoLogins;
const { units, size } = byTier({ units: 600, size: 50 }, { units: 10_000, size: 500 });

/** The longest time after which a request is cut off: most batches take less, so that some requests get their response. */
const CUT_MS = byTier(60, 400);

/** A pseudorandom number below 1, the same in every run. */
function random(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

function batchOf(first: number): object {
  const items = Array.from({ length: size }, (_, index) => {
    const external_id = `crash-${first + index}`;
    return { client_id: 1, external_id, name: external_id, identifier: external_id, identifier_type: "custom" };
  });
  return { match_on: "external_id", action: "create", items };
}

it(`imports ${units} units through cut connections and killed servers, each once`, { timeout: 600_000 }, async () => {
  const database = onPostgres ? await newDatabase() : null;
  if (database !== null) onTestFinished(database.remove);
  const settings = JSON.stringify(database?.settings ?? { data: directory() });
  let server: Child = startChild("child-serves", settings);
  onTestFinished(() => server.kill());
  let api = await open();
  const before = await countUnits();
  let attempt = 0;
  for (let first = 0; first < units; first += size) {
    for (let isDone = false; !isDone;) {
      attempt += 1;
      // After two failures in a row a batch is left alone.
      const isDisturbed = attempt % 3 !== 0;
      const isKill = isDisturbed && attempt % 16 === 1;
      const response = await send(first, isDisturbed ? Math.ceil(random(attempt) * CUT_MS) : null, isKill);
      isDone = response?.status === 200;
      if (isKill) {
        server = startChild("child-serves", settings);
        api = await open();
      }
    }
  }
  expect(await countUnits()).toBe(before + units);
  const again = await send(0, null, false);
  expect(again?.headers.get("idempotency-replayed")).toBe("true");

  async function open(): Promise<{ baseUrl: string; authorization: string }> {
    const baseUrl = await server.line("serving");
    const { username, password } = { ...login };
    const body = JSON.stringify({ username, password });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${baseUrl}/auth/login`, { method: "POST", headers, body });
    await response.text();
    return { baseUrl, authorization: response.headers.get("authorization") ?? "" };
  }

  /** Sends a batch with its key; null if the response was lost. */
  async function send(first: number, cutAfterMs: number | null, isKill: boolean): Promise<Response | null> {
    const { baseUrl, authorization } = api;
    const headers = { authorization, "content-type": "application/json", "idempotency-key": `batch-${first}` };
    const cut = new AbortController();
    const disturb = async (): Promise<void> => {
      if (isKill) await server.kill();
      cut.abort();
    };
    const timer = cutAfterMs === null ? undefined : setTimeout(() => void disturb(), cutAfterMs);
    const body = JSON.stringify(batchOf(first));
    const lost = (): null => null;
    const response = await fetch(`${baseUrl}/units/import`, {
      method: "POST",
      headers,
      body,
      signal: cut.signal,
    }).catch(lost);
    const text = await response?.text().catch(lost);
    clearTimeout(timer);
    if (isKill) await server.kill();
    if (response === null || text == null) return null;
    // The first request with the key is still carried out, or the server is busy with it.
    expect([200, 409, 429, 503]).toContain(response.status);
    return response;
  }

  async function countUnits(): Promise<number> {
    const { baseUrl, authorization } = api;
    const response = await fetch(`${baseUrl}/units/listing?client_id=1&per_page=1`, { headers: { authorization } });
    const { pagination }: { pagination: { total: number } } = JSON.parse(await response.text());
    return pagination.total;
  }
});
