import { join } from "node:path";
import type { Position, PositionIngestResult, PositionReport } from "@fleet-api/contract/types/monitoring";
import { build } from "esbuild";
import { afterEach, describe, expect, it } from "vitest";
import { demoLogins } from "../../src/demo/index.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/index.ts";
import { startSimulator } from "../../src/simulator/index.ts";
import { useService } from "../support/service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const service = useService({ settings: { rotate_after_ms: 0 } });
const [login] = demoLogins;

const running: Simulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.stop()));
});

type Send = NonNullable<SimulatorOptions["fetch"]>;

/** What a simulator has sent, and how it is driven. */
interface Driven {
  readonly simulator: Simulator;
  /** The batches that the service took. */
  readonly batches: PositionReport[][];
  readonly tokens: string[];
  readonly waits: number[];
  readonly failures: unknown[];
  /** Lets the simulator run until it has waited for so long in sum. */
  pass(ms: number): Promise<void>;
}

/** Starts a simulator whose waits move the clock of the service. It stands still until `pass`. */
function drive(options: Partial<SimulatorOptions> = {}, send: Send = fetch): Driven {
  const batches: PositionReport[][] = [];
  const [tokens, waits, failures]: [string[], number[], unknown[]] = [[], [], []];
  let allowed = 0;
  let wake = (): void => {};
  let idle = (): void => {};
  const simulator = startSimulator({
    baseUrl: service.server.baseUrl,
    login: login!,
    clock: service.clock,
    onFailure: (error) => failures.push(error),
    fetch: async (url, init) => {
      const response = await send(url, init);
      tokens.push(new Headers(init.headers).get("authorization") ?? "none");
      if (url.endsWith("/monitoring/positions") && response.ok) {
        batches.push((JSON.parse(String(init.body)) as { items: PositionReport[] }).items);
      }
      return response;
    },
    delay: async (ms, signal) => {
      waits.push(ms);
      while (allowed < ms && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", () => resolve());
          idle();
        });
      }
      allowed -= ms;
      service.clock.advance(ms);
    },
    ...options,
  });
  running.push(simulator);
  return {
    simulator,
    batches,
    tokens,
    waits,
    failures,
    pass: (ms) =>
      new Promise((resolve) => {
        allowed += ms;
        idle = resolve;
        wake();
      }),
  };
}

async function latest(): Promise<Map<number, Position>> {
  const token = await service.login();
  const { body } = await service.call<Position[]>("GET", "/monitoring/positions/latest?per_page=200", { token });
  return new Map(body.data.map((position) => [position.unit_id, position]));
}

describe("the simulator", () => {
  it("sends two hours of the past first, then a report of 25 units every 5 s", async () => {
    const before = await latest();
    const begun = service.clock.now().getTime();
    const { batches, failures, pass } = drive();
    await pass(2 * MINUTE);
    const reports = batches.flat();
    const times = [...new Set(reports.map(({ recorded_at }) => Date.parse(recorded_at)))];
    expect(failures).toEqual([]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeLessThanOrEqual(begun - 2 * HOUR + 30_000);
    expect(times.at(-1)).toBeGreaterThan(begun + MINUTE);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(500);
    expect(batches.slice(-10).map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 25));
    expect(times.slice(-10).map((time, index, all) => time - (all[index - 1] ?? time - 5000))).toEqual(
      Array.from({ length: 10 }, () => 5000),
    );

    const after = await latest();
    const units = new Set(reports.map(({ unit_id }) => unit_id));
    expect(units.size).toBe(25);
    for (const unit of units) {
      // The counters go on where they were.
      const [from, to] = [before.get(unit!)!, after.get(unit!)!];
      expect(Date.parse(to.recorded_at)).toBe(times.at(-1));
      const seconds = (Date.parse(to.recorded_at) - Date.parse(from.recorded_at)) / 1000;
      expect(to.odometer_m! - from.odometer_m!).toBeGreaterThanOrEqual(0);
      expect(to.odometer_m! - from.odometer_m!).toBeLessThanOrEqual(25 * seconds + 1);
      expect(to.engine_hours_s! - from.engine_hours_s!).toBeLessThanOrEqual(seconds + 1);
    }
  });

  it("uses the newest token of each response", async () => {
    const { tokens, pass } = drive();
    await pass(MINUTE);
    const [first, ...others] = tokens;
    expect(first).toBe("none");
    expect(others.length).toBeGreaterThan(10);
    expect(new Set(others).size).toBe(others.length);
  });

  it("logs in again when its session was ended", async () => {
    const { tokens, failures, batches, pass } = drive({ historyMs: 0 });
    await pass(10_000);
    await service.server.db.query("delete from sessions");
    const sent = batches.length;
    await pass(10_000);
    expect(batches.length).toBeGreaterThan(sent);
    expect(tokens.filter((token) => token === "none")).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it("sends the same reports when it starts again, and the service counts them as duplicates", async () => {
    const first = drive({ units: 5 });
    await first.pass(10 * MINUTE);
    await first.simulator.stop();
    const results: PositionIngestResult[] = [];
    const second = drive({ units: 5, historyIntervalMs: 5000 }, async (url, init) => {
      const response = await fetch(url, init);
      if (url.endsWith("/monitoring/positions")) results.push((await response.clone().json()).data);
      return response;
    });
    await second.pass(3000);
    const key = ({ unit_id, recorded_at }: PositionReport): string => `${unit_id} ${recorded_at}`;
    const known = new Map(first.batches.flat().map((report) => [key(report), report]));
    const again = second.batches.flat().filter((report) => known.has(key(report)));
    expect(again.length).toBeGreaterThan(500);
    expect(again).toEqual(again.map((report) => known.get(key(report))));
    const sum = (name: "duplicates" | "failed"): number => results.reduce((total, each) => total + each[name], 0);
    expect(sum("failed")).toBe(0);
    expect(sum("duplicates")).toBeGreaterThanOrEqual(again.length);
  });

  it("drives ten times as fast as the clock, with reports that say so", async () => {
    const begun = service.clock.now().getTime();
    const { batches, pass } = drive({ speed: 10, historyMs: 0 });
    await pass(30_000);
    const times = [...new Set(batches.flat().map(({ recorded_at }) => Date.parse(recorded_at)))];
    expect(times.at(-1)! - begun).toBeGreaterThan(290_000);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(times.slice(1).map(() => 5000));
    expect(times.length).toBeGreaterThan(58);
  });

  it("sends nothing while it is paused, and nothing of that time later", async () => {
    const { simulator, batches, pass } = drive({ historyMs: 0 });
    await pass(20_000);
    const sent = batches.length;
    simulator.pause();
    const passed = pass(25_000);
    // In the time that a request takes, the simulator would have sent another one.
    await latest();
    expect(batches).toHaveLength(sent);
    service.clock.advance(10 * MINUTE);
    const resumed = service.clock.now().getTime();
    simulator.resume();
    await passed;
    const later = batches.slice(sent).flat();
    expect(later.length).toBeGreaterThan(50);
    expect(Math.min(...later.map(({ recorded_at }) => Date.parse(recorded_at)))).toBeGreaterThan(resumed);
  });
});

describe("a failure", () => {
  it.each([429, 503])("with %d makes it wait as long as Retry-After says, and loses no report", async (status) => {
    let refusals = 2;
    const { batches, failures, waits, pass } = drive({ historyMs: 0 }, (url, init) => {
      if (!url.endsWith("/monitoring/positions") || refusals-- <= 0) return fetch(url, init);
      return Promise.resolve(new Response("{}", { status, headers: { "retry-after": "12" } }));
    });
    await pass(MINUTE);
    const times = [...new Set(batches.flat().map(({ recorded_at }) => Date.parse(recorded_at)))];
    expect(failures.map(String)).toEqual(
      [1, 2].map(() => `ApiFailure: POST /monitoring/positions failed with status ${status}`),
    );
    expect(waits.filter((ms) => ms === 12_000)).toHaveLength(2);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(times.slice(1).map(() => 5000));
    expect(times.length).toBeGreaterThanOrEqual(8);
  });

  it("of the network makes it wait longer each time, and it goes on after that", async () => {
    let refusals = 10;
    const { batches, waits, failures, pass } = drive({ historyMs: 0 }, (url, init) =>
      refusals-- > 0 ? Promise.reject(new TypeError("fetch failed")) : fetch(url, init),
    );
    await pass(30 * MINUTE);
    expect(waits.slice(0, 10).map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(failures).toHaveLength(10);
    expect(batches.flat().length).toBeGreaterThan(500);
  });

  it("of the login is tried again after 5 minutes, also when its observer throws", async () => {
    const messages: string[] = [];
    const onFailure = (error: unknown): void => {
      messages.push(String(error));
      throw new Error("the watcher is broken");
    };
    const wrong = { username: login!.username, password: "wrong secret" };
    const { waits, pass } = drive({ historyMs: 0, login: wrong, onFailure });
    await pass(6 * MINUTE);
    expect(messages).toEqual([1, 2].map(() => "ApiFailure: The login failed with status 401"));
    expect(waits).toEqual([5 * MINUTE, 5 * MINUTE]);
  });
});

describe("stop", () => {
  it("cancels a request in progress and ends a wait, at once", async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { simulator, failures } = drive({}, (_url, { signal }) => {
      asked();
      return new Promise((_resolve, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
    });
    await isAsked;
    await simulator.stop();
    const waiting = drive({ historyMs: 0 });
    await waiting.pass(10_000);
    await waiting.simulator.stop();
    const sent = waiting.batches.length;
    simulator.resume();
    await waiting.simulator.stop();
    expect([failures, waiting.failures, waiting.batches.length]).toEqual([[], [], sent]);
  });

  it("ends a simulator that is paused", async () => {
    const { simulator, batches, pass } = drive({ historyMs: 0 });
    await pass(10_000);
    const sent = batches.length;
    simulator.pause();
    await simulator.stop();
    expect(batches).toHaveLength(sent);
  });
});

it.each([{ speed: 0 }, { intervalMs: -1 }, { units: Number.NaN }, { historyIntervalMs: Infinity }, { historyMs: -1 }])(
  "refuses %o",
  (option) => {
    expect(() => startSimulator({ baseUrl: "http://127.0.0.1:1", login: login!, ...option })).toThrow(RangeError);
  },
);

it("bundles for any platform, in a few kilobytes", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../../src/simulator/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
    metafile: true,
  });
  const inputs = Object.entries(metafile.inputs);
  expect(inputs.flatMap(([, { imports }]) => imports.filter(({ external }) => external))).toEqual([]);
  expect(outputFiles[0]!.contents.length).toBeLessThan(16_000);
});
