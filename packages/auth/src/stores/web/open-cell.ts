import { answered } from "../shared/answered.ts";
import { defaultRuntime } from "../shared/runtime.ts";
import type { Cell } from "./cell.ts";
import { indexedDbCell } from "./indexeddb-cell.ts";
import { localCell } from "./local-cell.ts";
import { featureOf, isRefusal, type WebPlatform } from "./web-platform.ts";

/** Where a session is really kept. `memory`: the browser refused storage to this page, so only this tab has it. */
export type KeptIn = "indexeddb" | "local" | "memory";

/** A cell that knows what became of it. */
export interface OpenCell extends Cell {
  readonly keptIn: () => KeptIn;
}

// A tab that the browser froze in the middle of a transaction holds up all others.
const timeoutMs = 5_000;

/**
 * The cell that was asked for, until the browser refuses it: from then on the memory of this tab. Other failures, such
 * as a full disk, reject and may pass.
 */
export function openCell(platform: WebPlatform, wanted: "indexeddb" | "local", key: string, memory: Cell): OpenCell {
  let cell = cellOf(platform, wanted, key);
  const use = async <T>(operation: (on: Cell) => Promise<T>): Promise<T> => {
    if (cell === undefined) return operation(memory);
    try {
      return await answered(operation(cell), timeoutMs, defaultRuntime);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      cell = undefined;
      return operation(memory);
    }
  };
  return {
    keptIn: () => (cell === undefined ? "memory" : wanted),
    read: () => use((on) => on.read()),
    commit: (expectedRev, next) => use((on) => on.commit(expectedRev, next)),
  };
}

function cellOf(platform: WebPlatform, wanted: "indexeddb" | "local", key: string): Cell | undefined {
  if (wanted === "local") {
    const storage = featureOf(platform, "localStorage");
    return storage ? localCell(storage, key) : undefined;
  }
  const factory = featureOf(platform, "indexedDB");
  return factory ? indexedDbCell(factory, key) : undefined;
}
