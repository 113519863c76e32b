import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { heard } from "../server/child.ts";

/** A stream to open. */
export interface StreamOpening {
  readonly baseUrl: string;
  readonly query: string;
  /** Access token with its scheme. */
  readonly authorization: string;
}

/** The batches that are counted. */
export interface CountedBatches {
  readonly first: number;
  /** When the request of each was answered, by `now`. */
  readonly answeredAt: readonly number[];
}

/** What all readers together have counted. */
export interface ReadersCount {
  readonly bytes: number;
  readonly events: number;
  /** Streams that have ended. */
  readonly ended: number;
  /** Milliseconds from the response to whoever stored a batch until a reader has it whole. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** CPU time of the process of the readers since it was reset, in microseconds. */
  readonly cpu: number;
}

/** What the parent asks of the process of the readers. */
export type ReadersAsk =
  | { readonly ask: "open"; readonly streams: readonly StreamOpening[] }
  | { readonly ask: "wait"; readonly batch: number }
  | { readonly ask: "reset" }
  | { readonly ask: "count"; readonly batches: CountedBatches };

/** What it tells, one reply per question. */
export type ReadersTell =
  | { readonly tell: "done" }
  | { readonly tell: "failed"; readonly message: string }
  | { readonly tell: "counted"; readonly count: ReadersCount };

/** Readers of streams, in a process of their own. */
export interface Readers {
  /** Resolves when all have a batch, except those whose streams have ended. */
  wait(batch: number): Promise<void>;
  /** Forgets what was counted. */
  reset(): Promise<void>;
  count(batches: CountedBatches): Promise<ReadersCount>;
  close(): Promise<void>;
}

/** Opens streams. Rejects if one of them is refused. */
export async function openReaders(streams: readonly StreamOpening[]): Promise<Readers> {
  const child = fork(fileURLToPath(new URL("readers-child.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const question = async (ask: ReadersAsk): Promise<ReadersTell> => {
    const reply = heard<ReadersTell>(child);
    child.send(ask);
    const told = await reply;
    if (told.tell === "failed") throw new Error(told.message);
    return told;
  };
  const close = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.disconnect();
    await gone;
  };
  try {
    await question({ ask: "open", streams });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    wait: async (batch) => void (await question({ ask: "wait", batch })),
    reset: async () => void (await question({ ask: "reset" })),
    count: async (batches) => {
      const reply = await question({ ask: "count", batches });
      if (reply.tell !== "counted") throw new Error("the readers did not tell what they counted");
      return reply.count;
    },
    close,
  };
}
