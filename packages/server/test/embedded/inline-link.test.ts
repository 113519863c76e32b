import { describe, expect, it, vi } from "vitest";
import { DbClosedError } from "../../src/db/errors.ts";
import { inlineLink } from "../../src/db/pglite/inline-link.ts";
import type { PgliteInstance } from "../../src/db/pglite/message-server.ts";

/** A PGlite that answers with the message, ready for the next one; 1 breaks it. */
function fakePglite(): PgliteInstance & { readonly seen: number[]; readonly close: () => Promise<void> } {
  const seen: number[] = [];
  return {
    seen,
    exec: async () => {},
    execProtocolRawStream: async (message, { onRawData }) => {
      const [first = 0] = message;
      seen.push(first);
      await new Promise((resolve) => setImmediate(resolve));
      if (first === 1) throw new Error("out of memory");
      onRawData(message);
      seen.push(-first);
    },
    dumpDataDir: async () => new Blob(["tar"]),
    close: vi.fn(async () => {}),
  };
}

const inTransaction = 0x54;

describe("a link in the same thread", () => {
  it("hands over one message at a time, and closes when all are answered", async () => {
    const pglite = fakePglite();
    const onEnd = vi.fn();
    const link = await inlineLink(pglite)(onEnd);
    const answers = [5, 6, 7].map((byte) => link.exchange(Uint8Array.of(byte)));
    await Promise.all([link.close(), link.close()]);
    expect(await Promise.all(answers)).toEqual([5, 6, 7].map((byte) => Uint8Array.of(byte)));
    expect(pglite.seen).toEqual([5, -5, 6, -6, 7, -7]);
    expect(pglite.close).toHaveBeenCalledOnce();
    await link.exited;
    expect(onEnd).toHaveBeenCalledOnce();
    await expect(link.snapshot()).rejects.toBeInstanceOf(DbClosedError);
  });

  it("rolls a whole transaction back when it does not end by itself", async () => {
    const pglite = fakePglite();
    const link = await inlineLink(pglite)(() => {});
    await link.exchangeWhole(Uint8Array.of(5, inTransaction));
    const [query] = new TextEncoder().encode("Q");
    expect(pglite.seen).toEqual([5, -5, query, -query!]);
  });

  it("ends when PGlite breaks: what waits behind is refused, and closing does not hang", async () => {
    const onEnd = vi.fn();
    const link = await inlineLink(fakePglite())(onEnd);
    const outcomes = await Promise.allSettled([1, 5].map((byte) => link.exchange(Uint8Array.of(byte))));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(DbClosedError) });
    expect(link.ended?.message).toContain("out of memory");
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(link.ended);
    await link.close();
  });
});
