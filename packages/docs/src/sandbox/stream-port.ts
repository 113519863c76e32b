/** A stream of bytes over a port. Not every browser can hand over the stream itself. */

/** What the reader says: it wants the next piece, or nothing more. */
type Wish = "pull" | "cancel";

/** A piece, or the end; an error is told by its message. */
type Piece = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly end: string | null };

/** Sends a stream, one piece for each wish, so that nothing piles up between the two. */
export function serveStream(port: MessagePort, stream: ReadableStream<Uint8Array<ArrayBuffer>>): void {
  const reader = stream.getReader();
  const end = (message: string | null): void => {
    port.postMessage({ end: message } satisfies Piece);
    port.close();
  };
  const send = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) end(null);
    else port.postMessage({ bytes: value } satisfies Piece);
  };
  port.addEventListener("message", ({ data }: MessageEvent<Wish>) => {
    if (data === "pull") void send().catch((error: unknown) => end(String(error)));
    else void reader.cancel().finally(() => port.close());
  });
  port.start();
}

/** The stream at the other end of a port. It fails as soon as one of the signals is aborted, with its reason. */
export function readStream(
  port: MessagePort,
  signals: readonly AbortSignal[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const over = new AbortController();
  let answered = (): void => {};
  // A piece may be on its way: nobody listens to it any more.
  const close = (): void => {
    over.abort();
    answered();
    port.close();
  };
  const wish = (what: Wish): void => port.postMessage(what);
  const cancel = (): void => {
    wish("cancel");
    close();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        for (const signal of signals) {
          const stop = (): void => {
            controller.error(signal.reason);
            cancel();
          };
          signal.addEventListener("abort", stop, { signal: over.signal });
          if (signal.aborted) stop();
        }
        const take = ({ data }: MessageEvent<Piece>): void => {
          if ("bytes" in data) {
            controller.enqueue(data.bytes);
            answered();
            return;
          }
          if (data.end === null) controller.close();
          else controller.error(new TypeError(data.end));
          close();
        };
        port.addEventListener("message", take, { signal: over.signal });
        port.start();
      },
      pull: () =>
        new Promise<void>((resolve) => {
          answered = resolve;
          wish("pull");
        }),
      cancel,
    },
    { highWaterMark: 1 },
  );
}

/** Ends the stream at the other end of a port that nobody reads. */
export function cancelStream(port: MessagePort): void {
  port.postMessage("cancel" satisfies Wish);
}
