/** Tells an observer. What it throws is dropped, and so is what a promise of it rejects with: it only watches. */
export function notify(observer: () => unknown): void {
  // In a promise of its own, an async observer that fails cannot become an unhandled rejection.
  void (async () => observer())().catch(() => {});
}
