/** Aborts when the signal is aborted. Returns what removes the listener: the signal may live longer. */
export function follow(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const stop = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  return () => signal?.removeEventListener("abort", stop);
}
