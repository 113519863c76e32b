/**
 * Defects that were found in other clients, each as a call through our client that shows what ours does instead.
 * The service is an injected fetch, the clock is ours.
 */
import { describe, expect, it } from "vitest";
import { createCore } from "../../src/call/pipeline.ts";
import type { OperationFacts } from "../../src/call/operation.ts";
import { retry, type RetryOptions } from "../../src/retry/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform, type FakePlatformOptions } from "../support/fake-platform.ts";

interface Sent {
  readonly at: number;
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: string;
}

/** A client whose service answers as told, and what it was sent. */
function scene(
  answer: (nth: number) => Response | Promise<Response>,
  { attempts = 3, ...options }: RetryOptions & FakePlatformOptions & { token?: () => string } = {},
) {
  const platform = fakePlatform(options);
  const sent: Sent[] = [];
  const { token = () => "bearer t" } = options;
  const core = createCore({
    baseUrl,
    ...platform,
    use: [retry({ ...options, attempts })],
    async fetch(_url, init) {
      const headers = new Headers(init?.headers);
      // What a session does: it puts the token in when the request leaves.
      headers.set("authorization", token());
      const [key, authorization] = [headers.get("idempotency-key"), headers.get("authorization")];
      sent.push({ at: platform.clock.monotonic(), key, authorization, body: String(init?.body) });
      return answer(sent.length);
    },
  });
  return { platform, sent, core, times: () => sent.map(({ at }) => at) };
}

const busy = (headers: HeadersInit = {}): Response =>
  jsonResponse(problem(503, "internal_error"), { status: 503, headers });
const well = (): Response => jsonResponse({ data: { id: 1 } });

function operation(verb: string, keyed = false): OperationFacts {
  return { id: "unitsCreate", verb, path: "/units", statuses: [200, 503], paged: undefined, keyed };
}
const get = operation("GET");

describe("where other clients fail", () => {
  it("Stainless sends a POST again without a key after 5xx and timeouts: ours sends it once", async () => {
    const { core, sent, platform } = scene(() => busy());
    const result = await platform.finish(core.call(operation("POST"), { body: { name: "a" } }));
    expect(result).toMatchObject({ kind: "http", status: 503, meta: { attempts: 1 } });
    expect(sent).toHaveLength(1);

    const hanging = scene(() => new Promise(() => {}));
    const late = await hanging.platform.finish(hanging.core.call(operation("POST"), {}, { timeoutMs: 100 }));
    expect(late).toMatchObject({ kind: "timeout", meta: { attempts: 1 } });
  });

  it("ours sends a POST with a key again, with the same key and the same bytes", async () => {
    const { core, sent, platform } = scene((nth) => (nth < 3 ? busy() : well()));
    const result = await platform.finish(core.call(operation("POST", true), { body: { name: "ä" } }));
    expect(result).toMatchObject({ ok: true, meta: { attempts: 3 } });
    const key = sent[0]?.key;
    expect(key).toMatch(/^[\da-f-]{36}$/);
    expect(sent.map((each) => [each.key, each.body])).toEqual(Array.from({ length: 3 }, () => [key, '{"name":"ä"}']));
  });

  it("Stainless ignores a Retry-After above 60 s and comes back within 8 s: ours gives the failure at once", async () => {
    const { core, platform, times } = scene(() => busy({ "retry-after": "61" }));
    const result = await platform.finish(core.call(get));
    expect(result).toMatchObject({ status: 503 });
    expect([times(), platform.waits.filter((ms) => ms < 30_000)]).toEqual([[0], []]);
  });

  it("Redocly waits for whatever Retry-After says: ours is capped, and does not come earlier instead", async () => {
    const { core, platform, times } = scene(() => busy({ "retry-after": "86400" }));
    await platform.finish(core.call(get));
    expect([times(), platform.clock.monotonic(), platform.pending()]).toEqual([[0], 0, 0]);
  });

  it("octokit retries without jitter: of ours no two come back at the same moment", async () => {
    let seed = 0;
    const random = (): number => (seed = (seed * 5 + 3) % 16) / 16;
    const { core, platform, times } = scene((nth) => (nth <= 8 ? busy() : well()), { random });
    await platform.finish(Promise.all(Array.from({ length: 8 }, () => core.call(get).orThrow())));
    const second = times().slice(8);
    expect(new Set(second).size).toBe(8);
    expect(Math.max(...second)).toBeLessThan(250);
  });

  it("Speakeasy computes a first wait of 0: ours is spread over the whole first interval", async () => {
    const first = async (dice: number): Promise<number | undefined> => {
      const { core, platform, times } = scene((nth) => (nth === 1 ? busy() : well()), { random: () => dice });
      await platform.finish(core.call(get));
      return times()[1];
    };
    expect([await first(0.1), await first(0.5), await first(0.9)]).toEqual([25, 125, 225]);
  });

  it("Kiota sleeps on when the caller aborts: ours ends at that moment, and sends nothing more", async () => {
    const { core, platform, times } = scene(() => busy({ "retry-after": "20" }));
    const controller = new AbortController();
    const call = core.call(get, {}, { signal: controller.signal }).withResponse();
    await platform.advance(1000);
    controller.abort(new Error("left the page"));
    const { result } = await call;
    expect(result).toMatchObject({
      kind: "abort",
      error: { cause: { message: "left the page" } },
      meta: { attempts: 1 },
    });
    await platform.advance(60_000);
    expect([times(), platform.pending()]).toEqual([[0], 0]);
  });

  it("stripe does not read Retry-After: ours waits for it", async () => {
    const { core, platform, times } = scene((nth) => (nth === 1 ? busy({ "retry-after": "3" }) : well()));
    expect(await platform.finish(core.call(get))).toMatchObject({ ok: true });
    expect(times()).toEqual([0, 3125]);
  });

  it("Redocly resolves the token once per call: ours asks fetch anew, so each try carries the newest", async () => {
    let rotated = 0;
    const token = (): string => `bearer t${(rotated += 1)}`;
    const { core, platform, sent } = scene(() => busy(), { token });
    await platform.finish(core.call(get));
    expect(sent.map(({ authorization }) => authorization)).toEqual(["bearer t1", "bearer t2", "bearer t3"]);
  });

  it("most have a timeout per try only: ours ends with the deadline of the call, and does not wait past it", async () => {
    const { core, platform, times } = scene(() => busy(), { attempts: 9, random: () => 0.999 });
    const result = await platform.finish(core.call(get, {}, { deadlineMs: 2000 }));
    expect(result).toMatchObject({ status: 503, meta: { attempts: 4 } });
    expect(times().every((at) => at < 2000)).toBe(true);
    expect(platform.pending()).toBe(0);
  });

  it("a deadline that passes during a try is a timeout of the call, not a reason for another try", async () => {
    const { core, platform, times } = scene((nth) => (nth === 1 ? busy() : new Promise(() => {})));
    const result = await platform.finish(core.call(get, {}, { deadlineMs: 1000 }));
    expect(result).toMatchObject({ kind: "timeout", meta: { attempts: 2, durationMs: 1000 } });
    expect([times().length, platform.pending()]).toEqual([2, 0]);
  });

  it("a try that took too long is made again", async () => {
    const { core, platform, times } = scene((nth) => (nth === 1 ? new Promise(() => {}) : well()));
    expect(await platform.finish(core.call(get, {}, { timeoutMs: 500 }))).toMatchObject({ ok: true });
    expect(times()).toEqual([0, 625]);
  });
});
