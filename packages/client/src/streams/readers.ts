import { FleetError } from "../errors.ts";
import { csvReader } from "./csv-reader.ts";
import type { Download } from "./download-options.ts";
import type { Bytes } from "./source.ts";
import { type DecodeText, lineSplitter, textDecoder } from "./text-pieces.ts";

/** Characters of the longest line or row: what is held in memory at once has a bound. */
const MOST = 2 ** 24;

/** The ways to read a body. Each takes it: there is no second one. */
export function readersOf(
  stream: ReadableStream<Bytes>,
  isTouched: () => boolean,
  { mediaType, charset }: Pick<Download, "mediaType" | "charset">,
): Pick<Download, "text" | "lines" | "rows" | "blob"> {
  const texts = (): AsyncGenerator<string> => textsOf(bytesOf(stream, isTouched), charset ?? "utf-8");
  return {
    text: async () => (await all(texts())).join(""),
    lines: () => linesOf(texts()),
    rows: () => rowsOf(texts()),
    blob: async () => new Blob(await all(bytesOf(stream, isTouched)), { type: mediaType ?? "" }),
  };
}

async function* bytesOf(stream: ReadableStream<Bytes>, isTouched: () => boolean): AsyncGenerator<Bytes> {
  if (isTouched() || stream.locked)
    throw new FleetError("the body was read before", { kind: "request", operationId: "download" });
  yield* chunksOf(stream);
}

/** Through a reader: not every browser can iterate a stream. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function* textsOf(chunks: AsyncGenerator<Bytes>, charset: string): AsyncGenerator<string> {
  const decode = decoderOf(charset);
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

async function* linesOf(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  const { push, rest } = lineSplitter(MOST, () => wrong(`a line has more than ${MOST} characters`));
  for await (const text of texts) yield* push(text);
  if (rest()) yield rest();
}

async function* rowsOf(texts: AsyncGenerator<string>): AsyncGenerator<string[]> {
  const { push, end } = csvReader(MOST, (line, why) => wrong(`line ${line} ${why}`));
  for await (const text of texts) for (const { fields } of push(text)) yield fields;
  for (const { fields } of end()) yield fields;
}

function decoderOf(charset: string): DecodeText {
  try {
    return textDecoder(charset);
  } catch {
    throw wrong("the charset is not known here");
  }
}

/** Quotes nothing of the file. */
function wrong(message: string): FleetError {
  return new FleetError(message, { kind: "decode", operationId: "download" });
}

async function all<T>(parts: AsyncGenerator<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const part of parts) list.push(part);
  return list;
}
