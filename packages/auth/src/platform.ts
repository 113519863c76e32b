import type { CoreOptions } from "./options.ts";

/** Milliseconds since the epoch. Shown to people; decides nothing by itself. */
export function now({ clock = Date }: CoreOptions): number {
  return clock.now();
}

/** Steady time: milliseconds that no change of the clock makes jump. */
export function steadyTime({ clock }: CoreOptions): number {
  return clock?.monotonic?.() ?? performance.now();
}

/** A random number from 0 to below 1. */
export function chance({ random = Math.random }: CoreOptions): number {
  return random();
}

/** 128 random bits. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** The platform's `fetch`, looked up per call, because some programs replace it. */
export function platformFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return globalThis.fetch(input, init);
}
