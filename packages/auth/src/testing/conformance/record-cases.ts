import { check, same } from "./assertions.ts";
import { sampleRecord, type CaseContext } from "./case-context.ts";

/** What a store must do with a record. */
export const recordCases = {
  "S1 an empty store reads as undefined, and stays so": async ({ open }: CaseContext) => {
    const store = await open();
    same(await store.read(), undefined, "first read");
    same(await store.read(), undefined, "second read");
  },

  "S2 what was committed is read back, by every handle": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    check(await one.commit(0, sampleRecord(1)), "commit on an empty store");
    same(await one.read(), sampleRecord(1), "read by the writer");
    same(await two.read(), sampleRecord(1), "read by another handle");
    check(await two.commit(1, sampleRecord(2)), "commit by another handle");
    same(await one.read(), sampleRecord(2), "read after a foreign commit");
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

  "S4 a logout is kept as a record, not removed": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    await one.commit(0, sampleRecord(1));
    check(await one.commit(1, sampleRecord(2, { token: null })), "commit of a logout");
    same(await two.read(), sampleRecord(2, { token: null }), "the logout");
    check(!(await two.commit(0, sampleRecord(1))), "a logged out session is not revived as if there was none");
    check(!(await two.commit(1, sampleRecord(2))), "a late writer does not revive a logged out session");
  },

  "S5 fields that this version does not know are kept": async ({ open }: CaseContext) => {
    const store = await open();
    const record = sampleRecord(1, { later: { nested: [1, null, "two", true] }, ord: "7" });
    await store.commit(0, record);
    same(await store.read(), record, "a record with more fields");
  },

  "S6 odd characters and long tokens come back as they were": async ({ open, subject }: CaseContext) => {
    const store = await open();
    const odd = "\u0000\n\r\t\\\"'`;,=% $1 \u007f\u2028 \u00e9 \u{1f69a} __proto__";
    const records = [
      sampleRecord(1, { sid: odd, subject: odd }),
      sampleRecord(2, { token: "-._~+/AZaz09==" }),
      sampleRecord(3, { token: "t".repeat(subject.longestToken ?? 8_192) }),
      sampleRecord(4, { sid: "", subject: "", since: 0 }),
    ];
    for (const record of records) {
      check(await store.commit(record.rev - 1, record), `commit of record ${record.rev}`);
      same(await store.read(), record, `record ${record.rev}`);
    }
  },

  "S7 a record that was handed out or in does not change with the store": async ({ open }: CaseContext) => {
    const store = await open();
    await store.commit(0, sampleRecord(1));
    const early = await store.read();
    await store.commit(1, sampleRecord(2));
    same(early, sampleRecord(1), "a record that was read before");
  },
};
