import type { SandboxFile, SandboxFiles, SandboxParts } from "./protocol.ts";

/** How compressed data begins (RFC 1952). */
const GZIP = [0x1f, 0x8b];

/**
 * Loads what PostgreSQL needs.
 * @param onProgress - is told how many bytes have come, after each part
 * @throws Error that names the file and says what the host answered
 */
export async function loadParts(
  { pglite, data, template }: Omit<SandboxFiles, "worker">,
  onProgress: (loadedBytes: number) => void,
): Promise<SandboxParts> {
  const loaded = new Map<string, number>();
  const load = async <T>(file: SandboxFile, take: (content: Response) => Promise<T>): Promise<T> => {
    try {
      const stream = await openFile(file, (bytes) => {
        // A host that labels the files as compressed lets the browser unpack them, and these are not the bytes that came.
        loaded.set(file.url, Math.min(file.bytes, bytes));
        onProgress([...loaded.values()].reduce((sum, one) => sum + one, 0));
      });
      return await take(new Response(stream, { headers: { "content-type": "application/wasm" } }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${file.url} could not be loaded: ${reason.replace(/\.$/, "")}.`, { cause: error });
    }
  };
  const blob = (file: SandboxFile, type: string): Promise<Blob> =>
    load(file, async (content) => new Blob([await content.arrayBuffer()], { type }));
  const [module, files, database] = await Promise.all([
    load(pglite, (content) => WebAssembly.compileStreaming(content)),
    blob(data, "application/octet-stream"),
    blob(template, "application/x-tar"),
  ]);
  return { pglite: module, data: files, template: database };
}

async function openFile(
  { url }: SandboxFile,
  onProgress: (bytes: number) => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`the host answered ${response.status}`);
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        onProgress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return unpacked(counted);
}

/** Hosts send `.gz` files as they are, or label them so that the browser unpacks them: the first bytes tell. */
async function unpacked(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const reader = stream.getReader();
  const first: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < GZIP.length) {
    const { value, done } = await reader.read();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const start = first.flatMap((chunk) => [...chunk.subarray(0, GZIP.length)]);
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of first) controller.enqueue(chunk);
    },
    pull: async (controller) => {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return GZIP.every((byte, index) => start[index] === byte)
    ? whole.pipeThrough(new DecompressionStream("gzip"))
    : whole;
}
