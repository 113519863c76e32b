/** Which reports are due. All times are milliseconds since 1970. */
interface Schedule {
  /** Everything up to here was sent. */
  readonly from: number;
  readonly to: number;
  /** At most so many instants. */
  readonly most: number;
  readonly intervalMs: number;
  /** Between reports that are late. */
  readonly lateIntervalMs: number;
}

/**
 * The instants at which reports are due, and the first one after them. They are multiples of the interval, so a simulator that
 * starts again finds the same.
 */
export function dueInstants({ from, to, most, intervalMs, lateIntervalMs }: Schedule): {
  readonly instants: readonly number[];
  readonly next: number;
} {
  const instants: number[] = [];
  const after = (instant: number): number => {
    const isLate = to - instant > 2 * lateIntervalMs;
    const interval = isLate ? Math.max(intervalMs, lateIntervalMs) : intervalMs;
    return (Math.floor(instant / interval) + 1) * interval;
  };
  let next = after(from);
  while (next <= to && instants.length < most) {
    instants.push(next);
    next = after(next);
  }
  return { instants, next };
}
