import { isLinearizable, type RegisterCall } from "../linearizable.ts";
import { seeded } from "../virtual-time.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { type CaseContext, check, same, sampleRecord } from "./case-context.ts";

const openMany = async ({ open }: CaseContext, count: number): Promise<TokenStore[]> => {
  const handles: TokenStore[] = [];
  for (let index = 0; index < count; index++) handles.push(await open());
  return handles;
};

/** What must hold when several handles write at once. */
export const concurrencyCases = {
  "S8 of commits upon one revision exactly one is done": async (context: CaseContext) => {
    const handles = await openMany(context, 8);
    for (let rev = 0; rev < 3; rev++) {
      const done = await Promise.all(
        handles.map((store, index) => store.commit(rev, sampleRecord(rev + 1, { token: `by-${index}` }))),
      );
      same(done.filter(Boolean).length, 1, `commits done upon revision ${rev}`);
      const kept = await handles[0]?.read();
      same(kept?.token, `by-${done.indexOf(true)}`, "the token of the one that was told so");
    }
  },

  "S26 reads and commits of many handles are linearizable": async (context: CaseContext) => {
    const { rounds = 12, seed = 1 } = context.subject;
    const handles = await openMany(context, 6);
    const history: RegisterCall[] = [];
    let moment = 0;

    const work = async (store: TokenStore, index: number): Promise<void> => {
      const random = seeded(seed * 1_000 + index);
      let known = 0;
      for (let round = 0; round < rounds; round++) {
        const begin = moment++;
        if (random() < 0.4) {
          const saw = await store.read();
          known = saw?.rev ?? 0;
          history.push({ begin, end: moment++, did: { kind: "read", saw: valueOf(saw) } });
        } else {
          // Which of several writers of one revision won is told apart by the token.
          const to = sampleRecord(known + 1, { token: `${index}.${round}` });
          const before = known;
          const done = await store.commit(before, to);
          if (done) known++;
          history.push({ begin, end: moment++, did: { kind: "swap", from: String(before), to: valueOf(to), done } });
        }
      }
    };
    await Promise.all(handles.map(work));
    const swaps = history.filter(({ did }) => did.kind === "swap" && did.done).length;
    check(swaps > 0, "no commit was ever done");
    same((await handles[0]?.read())?.rev, swaps, "final revision, against the number of commits done");
    check(isLinearizable("0", history.map(byRevision)), `history is not linearizable (seed ${seed})`);
    check(tellsOneTokenPerRevision(history), `two tokens were seen under one revision (seed ${seed})`);
  },
};

const valueOf = (record: { readonly rev: number; readonly token: string | null } | undefined): string =>
  record === undefined ? "0" : `${record.rev} ${record.token}`;

/** A commit compares revisions only, so the register's values are revisions. */
function byRevision(call: RegisterCall): RegisterCall {
  const rev = (value: string): string => value.split(" ")[0] ?? "";
  const { did } = call;
  return {
    ...call,
    did: did.kind === "read" ? { ...did, saw: rev(did.saw) } : { ...did, from: rev(did.from), to: rev(did.to) },
  };
}

function tellsOneTokenPerRevision(history: readonly RegisterCall[]): boolean {
  const values = history.flatMap(({ did }) => (did.kind === "read" ? [did.saw] : did.done ? [did.to] : []));
  const distinct = [...new Set(values)];
  return new Set(distinct.map((value) => value.split(" ")[0])).size === distinct.length;
}
