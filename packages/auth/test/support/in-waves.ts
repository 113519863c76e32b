/** Sends calls one after the other; those that are overlapping are not waited for before the next one is sent. */
export async function inWaves<Call extends { readonly isOverlapping: boolean }>(
  calls: readonly Call[],
  send: (call: Call, index: number) => Promise<unknown>,
): Promise<void> {
  let underWay: Promise<unknown>[] = [];
  for (const [index, call] of calls.entries()) {
    underWay.push(send(call, index));
    if (call.isOverlapping) continue;
    await Promise.all(underWay);
    underWay = [];
  }
  await Promise.all(underWay);
}
