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
}

/** What the parent asks of the measured server. */
export type Ask = "sample" | { readonly invite: number };

/** What the measured server answers, in the order of the questions, after it told its address. */
export type Tell =
  | { readonly tell: "ready"; readonly baseUrl: string }
  | { readonly tell: "sample"; readonly sample: MemorySample }
  | { readonly tell: "invited"; readonly tokens: readonly string[] }
  | { readonly tell: "mail"; readonly recipient: string; readonly token: string };
