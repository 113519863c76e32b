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

/** The stream at the other end of a port. */
export function readStream(port: MessagePort): ReadableStream<Uint8Array<ArrayBuffer>> {
  let answered = (): void => {};
  let isCancelled = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        port.addEventListener("message", ({ data }: MessageEvent<Piece>) => {
          // What was on its way when the reader cancelled.
          if (isCancelled) return;
          if ("bytes" in data) controller.enqueue(data.bytes);
          else if (data.end === null) controller.close();
          else controller.error(new TypeError(data.end));
          answered();
        });
        port.start();
      },
      pull: () =>
        new Promise<void>((resolve) => {
          answered = resolve;
          port.postMessage("pull" satisfies Wish);
        }),
      cancel: () => {
        isCancelled = true;
        answered();
        cancelStream(port);
      },
    },
    { highWaterMark: 1 },
  );
}

/** Ends the stream at the other end of a port that nobody reads. */
export function cancelStream(port: MessagePort): void {
  port.postMessage("cancel" satisfies Wish);
}
