import { anyBody } from "../platform.ts";

/** Longest body that is read: the response to GET /auth/token has a token of at most 8 kB and little else. */
export const maxBodyBytes = 65_536;

/** What reads the pieces of a body. */
interface PieceReader {
  next(): Promise<{ readonly done?: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): unknown;
}

/**
 * The text of a body; `undefined` if it is longer than {@link maxBodyBytes}. A reader that stops, also because of the signal, cancels the
 * body, because not every `fetch` keeps to its signal.
 */
export async function readText(response: Response, signal: AbortSignal): Promise<string | undefined> {
  const reader = openReader(response);
  // Where there is no stream, the platform has read the body already.
  if (!reader) return response.text();
  const end = async (): Promise<unknown> => reader.cancel();
  const cancel = (): void => void end().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    const decoder = new TextDecoder();
    let text = "";
    let left = maxBodyBytes;
    for (;;) {
      const { done, value } = await reader.next();
      if (done || !value) return text + decoder.decode();
      left -= value.length;
      if (left < 0) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function openReader(response: Response): PieceReader | undefined {
  const body = anyBody(response);
  const reader = body?.getReader?.();
  if (reader) return { next: () => reader.read(), cancel: () => reader.cancel() };
  const pieces = body?.[Symbol.asyncIterator]?.();
  return pieces && { next: () => pieces.next(), cancel: () => pieces.return?.() };
}
