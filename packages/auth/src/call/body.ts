/** The body of a call, and whether it can be sent a second time. */

/** What a body may be. Derived, because the name of that type is known in browsers only. */
export type Body = NonNullable<RequestInit["body"]>;

/** Why a body cannot be sent again. `stream`: it may be read once only. `changed`: it is not what it was. */
export type ReplayObstacle = "stream" | "changed";

/**
 * A body as it was when its call was made. Forms and parameters are copied. A buffer is not, as it may be large: a digest
 * tells whether it was changed or transferred meanwhile.
 */
export class CallBody {
  /** What to send: `null` for no body, `undefined` for one that is not known. */
  readonly value: Body | null | undefined;
  readonly #digest: number;

  /** @param given `null` for no body, `undefined` for one that is not known */
  constructor(given: Body | null | undefined) {
    this.value = copyMutable(given);
    this.#digest = digestOf(this.value);
  }

  get obstacle(): ReplayObstacle | undefined {
    if (!isReplayable(this.value)) return "stream";
    return this.#digest === digestOf(this.value) ? undefined : "changed";
  }

  /** The body that a `Request` was made from. Only the `Request` itself can send a stream. */
  static ofRequest(given: Body): CallBody {
    return isReplayable(given) ? new CallBody(given) : unknownBody;
  }

  /** The body if it is a string. */
  get text(): string | undefined {
    return typeof this.value === "string" ? this.value : undefined;
  }
}

/** The body of most calls. */
export const noBody = new CallBody(null);

/** The body of a Request that does not tell it. */
export const unknownBody = new CallBody(undefined);

/**
 * Whether a body is of a kind that can be sent any number of times. An object of another library, such as a form of
 * `form-data`, may be a stream. Not by class where a value may come from another realm and cannot change.
 */
function isReplayable(body: Body | null | undefined): boolean {
  if (typeof body !== "object" || body === null) return body !== undefined;
  if (body instanceof URLSearchParams || ArrayBuffer.isView(body)) return true;
  // The forms of React Native cannot be read.
  if (body instanceof FormData) return typeof body[Symbol.iterator] === "function";
  return /^\[object (ArrayBuffer|Blob|File)\]$/.test(Object.prototype.toString.call(body));
}

function copyMutable(body: Body | null | undefined): Body | null | undefined {
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (!(body instanceof FormData) || !isReplayable(body)) return body;
  const copy = new FormData();
  for (const [name, value] of body) {
    // A file keeps its name.
    if (typeof value === "string") copy.append(name, value);
    else copy.append(name, value);
  }
  return copy;
}

/** A number that changes with the bytes of a buffer; 0 for what cannot change, NaN for a buffer that was transferred. */
function digestOf(body: Body | null | undefined): number {
  if (typeof body !== "object" || body === null) return 0;
  try {
    const view = viewOf(body);
    if (view === undefined) return 0;
    const bytes = new DataView(view.buffer, view.byteOffset, view.byteLength);
    const { byteLength } = bytes;
    const words = byteLength - (byteLength % 4);
    let digest = byteLength;
    for (let at = 0; at < words; at += 4) digest = mix(digest, bytes.getUint32(at));
    for (let at = words; at < byteLength; at++) digest = mix(digest, bytes.getUint8(at));
    return digest;
  } catch {
    return NaN;
  }
}

function viewOf(body: object): ArrayBufferView | undefined {
  if (ArrayBuffer.isView(body)) return body;
  const isBuffer = Object.prototype.toString.call(body) === "[object ArrayBuffer]";
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : undefined;
}

function mix(digest: number, word: number): number {
  const product = Math.imul(digest ^ word, 0x9e3779b1);
  // Without it the upper bits of two words could change together unseen.
  return product ^ (product >>> 15);
}
