import { randomUUID } from "node:crypto";
import { afterEach, expect, vi } from "vitest";
import type { Bus } from "../../src/bus/index.ts";
import type { OpenBusOptions } from "../../src/bus/open-bus.ts";
import { openBus } from "../../src/bus/open-bus.ts";
import type { BusTarget } from "../../src/platform/config.ts";
import type { Log, LogOptions } from "../../src/platform/index.ts";
import { createLog, silentLog, systemClock } from "../../src/platform/index.ts";

/** Short pauses, so that no test waits for one. */
export const times = { minBackoffMs: 10, maxBackoffMs: 50 };

/** The buses of a test file. */
export interface UsedBuses {
  /** Opens one, on a channel of its own unless the options name one. */
  open(target: BusTarget, options?: Partial<OpenBusOptions>): Promise<Bus>;
  /** Closes all that are open, as the end of a test does. */
  close(): Promise<void>;
}

/** Buses that are closed after each test. */
export function useBuses(): UsedBuses {
  const opened: Bus[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
  };
  afterEach(close);
  return {
    close,
    open: async (target, options = {}) => {
      const bus = await openBus(target, { channel: newChannel(), log: silentLog, times, ...options });
      opened.push(bus);
      return bus;
    },
  };
}

/** A channel that nobody else uses. */
export const newChannel = (): string => `fleet.positions.${randomUUID()}`;

/** A log whose lines are kept, without their times. */
export function keptLog(level: LogOptions["level"] = "info"): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line.replace(/^\S+ /, ""));
  return { log: createLog({ level, format: "pretty", clock: systemClock, write }), lines };
}

/** What a bus hears from now on. */
export function heardBy(bus: Bus): number[] {
  const heard: number[] = [];
  bus.subscribe((batch) => heard.push(batch));
  return heard;
}

/** Waits for as long as a broker needs, and no longer. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 5 });

/** Publishes new numbers until one of them arrives: a connection may not be there yet, and a message may be lost. */
export async function publishUntilHeard(bus: Bus, heard: readonly number[], first: number): Promise<void> {
  let batch = first;
  await eventually(() => {
    bus.publish(batch++);
    expect(heard.some((each) => each >= first)).toBe(true);
  });
}

/** Sockets of this process that are open or connecting. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Connect|TLS)/.test(name)).length;
}
