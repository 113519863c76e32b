/** CPU time of a child process since its start, in microseconds. */
export interface CpuTime {
  /** All threads. */
  readonly process: number;
  /** The main thread, which runs the JavaScript of the requests. */
  readonly main: number;
  /** The processes of the database server that work for it; 0 for an embedded database. */
  readonly backends: number;
}

/** A recorded answer, to be given again byte by byte. */
export interface FixedAnswer {
  readonly status: number;
  /** Name, value, name, value: without those that Node adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** What the parent asks of a child. */
export type Ask =
  | { readonly ask: "cpu" }
  | { readonly ask: "close" }
  | { readonly ask: "answer"; readonly answer: FixedAnswer };

/** What a child tells: where it listens, once, and then one reply per question. */
export type Tell =
  | { readonly tell: "ready"; readonly baseUrl: string }
  | { readonly tell: "cpu"; readonly cpu: CpuTime }
  | { readonly tell: "done" };
