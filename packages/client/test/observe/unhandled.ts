/** The rejections that nobody handled while this ran, and just after it. */
export async function unhandledIn(work: () => unknown): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const note = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", note);
  try {
    await work();
    // They are told before the next immediate.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
  }
  return reasons;
}

/** An observer that rejects. No mock: that would handle the rejection itself. */
export async function rejects(): Promise<never> {
  throw new Error("observer");
}
