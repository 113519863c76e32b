/** Memory of one thread after a collection, in bytes. `external` includes array buffers and the memory of WebAssembly. */
export interface ThreadMemory {
  readonly threadId: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** Memory of the measured server, in bytes. */
export interface MemorySample {
  /** Resident set of the process. */
  readonly rss: number;
  /** What is reachable in all threads, WebAssembly memory included. */
  readonly live: number;
  /** What is reachable in the main thread, which has all but the database. */
  readonly main: number;
}

/** What the parent asks of the measured server. */
export type Question =
  | { readonly question: "sample" }
  | { readonly question: "invite"; readonly count: number }
  /** From now on, keep so many bytes of every message that the server sends: a leak on purpose. */
  | { readonly question: "leak"; readonly bytesPerMessage: number };

/** What the measured server answers, in the order of the questions, after its address. Mail comes at any time. */
export type Reply =
  | { readonly reply: "ready"; readonly baseUrl: string }
  | { readonly reply: "sample"; readonly sample: MemorySample }
  | { readonly reply: "invited"; readonly tokens: readonly string[] }
  | { readonly reply: "leaking" }
  | { readonly reply: "mail"; readonly recipient: string; readonly token: string };
