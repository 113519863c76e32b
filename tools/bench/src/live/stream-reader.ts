import { connect, type Socket } from "node:net";

/** Where the id of an event is. */
const HEAD_BYTES = 400;
/** The `n` of a cursor after a whole batch. */
const END_OF_BATCH = 1_000_000;
const LINE_FEED = 0x0a;

/** All sockets of the process read into this: what is read is looked at before the next one reads. */
const buffer = Buffer.alloc(262_144);

/** What a reader has counted. */
export interface ReaderCount {
  readonly bytes: number;
  readonly events: number;
  /** Milliseconds from the response to whoever stored a batch until the reader has it whole, of each batch. */
  readonly latencies: readonly number[];
  /** Whether the stream has ended. */
  readonly isOver: boolean;
}

/** A reader of a stream, which does nothing with what it gets but count bytes and find where events end, and their ids. */
export class StreamReader {
  /** Resolves when the stream has begun, or rejects with the response that was no stream. */
  readonly begun: Promise<void>;
  readonly #socket: Socket;
  readonly #onPlace: () => void;
  #bytes = 0;
  #events = 0;
  /** The last batch that it has whole, and when each event moved it. */
  #place = -1;
  #arrivals: { readonly place: number; readonly at: number }[] = [];
  /** The beginning of the present event. */
  #head = "";
  #endsWithLineFeed = false;
  #isOver = false;
  #begin = (): void => {};

  constructor(port: number, request: string, onPlace: () => void) {
    this.#onPlace = onPlace;
    this.#socket = connect({
      port,
      host: "127.0.0.1",
      onread: { buffer, callback: (length) => this.#take(buffer.subarray(0, length), now()) },
    });
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#socket.on("close", () => {
        this.#isOver = true;
        reject(new Error(`A stream did not begin: ${this.#head}`));
        onPlace();
      });
    });
    this.#socket.on("error", () => {});
    this.#socket.write(request);
  }

  /** Forgets what it has counted. */
  reset(): void {
    this.#bytes = 0;
    this.#events = 0;
    this.#arrivals = [];
  }

  /** Whether the reader has a batch; true as well if it will never have it. */
  isAt(batch: number): boolean {
    return this.#place >= batch || this.#isOver;
  }

  /** What it has counted. The batches from `first` on were answered at the instants `answeredAt`. */
  count(first: number, answeredAt: readonly number[]): ReaderCount {
    let event = 0;
    const latencies = answeredAt.flatMap((instant, index) => {
      while ((this.#arrivals[event]?.place ?? Infinity) < first + index) event += 1;
      const { at } = this.#arrivals[event] ?? {};
      return at === undefined ? [] : [at - instant];
    });
    return { bytes: this.#bytes, events: this.#events, latencies, isOver: this.#isOver };
  }

  #take(chunk: Buffer, at: number): boolean {
    this.#bytes += chunk.length;
    let from = 0;
    // An empty line may be the last byte of one chunk and the first one of the next.
    if (this.#endsWithLineFeed && chunk[0] === LINE_FEED) from = this.#endEvent(1, at);
    for (let end = chunk.indexOf("\n\n", from); end >= 0; end = chunk.indexOf("\n\n", from)) {
      this.#addToHead(chunk, from, end + 1);
      from = this.#endEvent(end + 2, at);
    }
    this.#addToHead(chunk, from, chunk.length);
    this.#endsWithLineFeed = from < chunk.length && chunk.at(-1) === LINE_FEED;
    return true;
  }

  #addToHead(chunk: Buffer, from: number, to: number): void {
    const room = HEAD_BYTES - this.#head.length;
    if (room > 0) this.#head += chunk.toString("latin1", from, Math.min(to, from + room));
  }

  /** Returns where the next event begins. */
  #endEvent(next: number, at: number): number {
    const [, id] = /\nid: (\S+)\n/.exec(this.#head) ?? [];
    this.#head = "";
    if (id === undefined) return next;
    this.#begin();
    this.#events += 1;
    this.#place = placeOf(id);
    this.#arrivals.push({ place: this.#place, at });
    this.#onPlace();
    return next;
  }
}

/** Milliseconds of a clock that all processes share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

let known = { id: "", place: -1 };

/** The last whole batch up to the place of an id, which most readers have in common. */
function placeOf(id: string): number {
  if (known.id !== id) {
    const [, , , batch, n]: [string, string, number | null, number, number] = JSON.parse(
      Buffer.from(id, "base64url").toString(),
    );
    known = { id, place: n === END_OF_BATCH ? batch : batch - 1 };
  }
  return known.place;
}
