import { isAuthError } from "../../errors.ts";
import type { SessionRecord } from "../../store/token-store.ts";
import { type CaseContext, check, newerRecord, rejectsAs, same, sampleRecord } from "./case-context.ts";

/** What a store must do with a record. */
export const recordCases = {
  "S1 an empty store reads as undefined, and stays empty": async ({ open }: CaseContext) => {
    const store = await open();
    same(await store.read(), undefined, "first read");
    same(await store.read(), undefined, "second read");
  },

  "S2 every handle reads what was committed": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    check(await one.commit(0, sampleRecord(1)), "commit on an empty store");
    same(await one.read(), sampleRecord(1), "read by the writer");
    same(await two.read(), sampleRecord(1), "read by another handle");
    check(await two.commit(1, sampleRecord(2)), "commit by another handle");
    same(await one.read(), sampleRecord(2), "read after the commit of another handle");
  },

  "S3 a commit with another revision changes nothing": async ({ open }: CaseContext) => {
    const store = await open();
    check(!(await store.commit(3, sampleRecord(4))), "a commit upon revision 3 of an empty store must fail");
    same(await store.read(), undefined, "the store is still empty");
    await store.commit(0, sampleRecord(1));
    await store.commit(1, sampleRecord(2));
    for (const wrong of [0, 1, 3, 7]) {
      const refused = sampleRecord(wrong + 1, { token: "wrong" });
      check(!(await store.commit(wrong, refused)), `a commit upon revision ${wrong} must fail`);
    }
    same(await store.read(), sampleRecord(2), "the record is unchanged");
  },

  "S4 a logout is stored as a record, not removed": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    await one.commit(0, sampleRecord(1));
    check(await one.commit(1, sampleRecord(2, { token: null })), "commit of a logout");
    same(await two.read(), sampleRecord(2, { token: null }), "the logout");
    check(!(await two.commit(0, sampleRecord(1))), "a logged out session is not revived as if there was none");
    check(!(await two.commit(1, sampleRecord(2))), "a late writer does not revive a logged out session");
  },

  "S5 fields that this version does not know are kept": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const notes = { confirmed: 1, backoff: { failures: 2, until: 3, ms: 4 }, refused: ["0badcafe"] };
    const record = sampleRecord(1, { ...notes, later: { nested: [1, null, "two", true, 0.5] }, ord: "7" });
    await one.commit(0, record);
    same(await two.read(), record, "a record with more fields");
  },

  "S6 special characters and long tokens are read back unchanged": async ({ open, subject }: CaseContext) => {
    const store = await open();
    const odd = "\u0000\n\r\t\\\"'`;,=% $1 \u007f\u2028 \u00e9 \u{1f69a} __proto__";
    const records = [
      sampleRecord(1, { sid: odd, user: odd }),
      sampleRecord(2, { token: "-._~+/AZaz09==" }),
      sampleRecord(3, { token: "t".repeat(subject.longestToken ?? 8_192) }),
      sampleRecord(4, { sid: "", user: "", since: 0 }),
    ];
    for (const record of records) {
      check(await store.commit(record.rev - 1, record), `commit of record ${record.rev}`);
      same(await store.read(), record, `record ${record.rev}`);
    }
  },

  "S7 a record that was handed out or in is independent of the stored one": async ({ open }: CaseContext) => {
    const store = await open();
    const given = { ...sampleRecord(1), backoff: { failures: 1, until: 2, ms: 3 } };
    const expected = structuredClone(given);
    await store.commit(0, given);
    Object.assign(given, { token: "changed" });
    Object.assign(given.backoff, { failures: 9 });
    const early = await store.read();
    same(early, expected, "a record that was changed after it had been handed in");
    Object.assign(early?.backoff ?? {}, { failures: 9 });
    same(await store.read(), expected, "a record that was changed after it had been handed out");
    const before = await store.read();
    await store.commit(1, sampleRecord(2));
    same(before, expected, "a record that was read before the next commit");
  },

  "S18 a commit replaces the whole record": async ({ open }: CaseContext) => {
    const store = await open();
    await store.commit(0, sampleRecord(1, { backoff: { failures: 2, until: 3, ms: 4 }, later: "gone" }));
    await store.commit(1, sampleRecord(2));
    same(await store.read(), sampleRecord(2), "fields of the earlier record");
  },

  "S19 a damaged record is reported at most once, and then the store counts as empty": async ({
    open,
    damage,
  }: CaseContext) => {
    if (damage === undefined) return;
    const first = await open();
    await first.commit(0, sampleRecord(1));
    await damage();
    const store = await open();
    const found = await store.read().catch((error: unknown) => {
      check(isAuthError(error, "store_corrupt"), `a damaged record: expected store_corrupt, got ${String(error)}`);
    });
    same(found, undefined, "first read of a damaged record");
    same(await store.read(), undefined, "second read of a damaged record");
    check(await store.commit(0, sampleRecord(1)), "commit after a damaged record");
    same(await store.read(), sampleRecord(1), "the record that follows a damaged one");
  },

  "S27 the record of a later version is reported as store_newer, every time, and never replaced": async ({
    open,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    await one.commit(0, sampleRecord(1));
    check(await one.commit(1, newerRecord(2)), "commit of a record with v: 2");
    for (const store of [one, two, one]) {
      await rejectsAs("store_newer", store.read(), "read of a record with v: 2");
      for (const rev of [0, 1, 2, 3]) {
        check(!(await store.commit(rev, sampleRecord(rev + 1))), `a commit upon revision ${rev} of a later version`);
        check(!(await store.commit(rev, sampleRecord(rev + 1, { token: null }))), `a logout upon revision ${rev}`);
      }
    }
  },

  "S28 the record of another service is never replaced, also at the expected revision": async ({
    open,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const other = "https://other.example.net/api/v1";
    await one.commit(0, sampleRecord(1));
    check(!(await two.commit(1, sampleRecord(2, { serviceId: other }))), "a commit of another service must fail");
    check(!(await two.commit(1, sampleRecord(2, { serviceId: other, token: null }))), "so must its logout");
    same(await two.read(), sampleRecord(1), "the record is unchanged");
    check(await two.commit(1, sampleRecord(2)), "commit of the same service");
  },

  "S29 a record that names no service is read, and never replaced": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const { serviceId: _, ...unnamed } = sampleRecord(1);
    // As an unknown program might have written it.
    await one.commit(0, unnamed as SessionRecord);
    same(await two.read(), unnamed, "a record without a service");
    check(!(await two.commit(1, sampleRecord(2))), "a commit upon it must fail");
    same(await one.read(), unnamed, "it is unchanged");
  },
};
