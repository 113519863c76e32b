import { describe, expect, it } from "vitest";
import { violations } from "./check-history.ts";
import type { AuditRow, Call, GroupRow, History, ShownGroup } from "./history.ts";

const NORTH: GroupRow = {
  id: 1,
  client_id: 1,
  name: "North",
  parent_id: null,
  notes: null,
  version: 1,
  updated_at: "2026-03-01T12:00:00.000Z",
  deleted_at: null,
};
const noMembers: History = { calls: [], audit: [], groups: [], members: [], listed: new Map() };

/** Builds a history by hand: each step is a request, its answer and what it wrote. */
class Script {
  readonly #calls: Call[] = [];
  readonly #audit: AuditRow[] = [];
  readonly #rows = new Map<string, string>();
  readonly #members = new Set<number>();

  call(call: Partial<Call>, status: number | null, body: object = {}): string {
    const place = this.#calls.length;
    const id = `request-${place}`;
    const plain: Call = {
      id,
      begin: place * 10,
      end: status === null ? Infinity : place * 10 + 5,
      method: "GET",
      path: "/unit_groups/1",
      body: null,
      version: null,
      key: null,
      answer: status === null ? null : { status, text: JSON.stringify(body) },
    };
    this.#calls.push({ ...plain, ...call });
    return id;
  }

  /** A request that writes the row and shows it. */
  write(row: GroupRow, call: Partial<Call>): void {
    this.log(this.call(call, call.method === "POST" ? 201 : 200, { data: this.shown(row) }), row);
  }

  shown(row: GroupRow): ShownGroup {
    return { ...row, path: `/${row.name}`, unit_count: this.#members.size };
  }

  log(request_id: string, row: GroupRow): void {
    this.#note({ request_id, resource: "unit_groups", record_id: row.id }, `group ${row.id}`, JSON.stringify(row));
  }

  logMember(request_id: string, unit_id: number, added: boolean): void {
    const text = added ? JSON.stringify({ unit_group_id: 1, unit_id }) : null;
    this.#note({ request_id, resource: "unit_group_members", record_id: 1 }, `member ${unit_id}`, text);
    if (added) this.#members.add(unit_id);
    else this.#members.delete(unit_id);
  }

  #note(row: Pick<AuditRow, "request_id" | "resource" | "record_id">, name: string, after: string | null): void {
    this.#audit.push({ ...row, id: this.#audit.length + 1, before: this.#rows.get(name) ?? null, after });
    if (after === null) this.#rows.delete(name);
    else this.#rows.set(name, after);
  }

  history(): History {
    const rows = [...this.#rows].filter(([name]) => name.startsWith("group "));
    const members = [...this.#rows].filter(([name]) => name.startsWith("member "));
    return {
      calls: this.#calls,
      audit: this.#audit,
      groups: rows.map(([, text]) => text),
      members: members.map(([, text]) => text),
      listed: new Map(
        rows.map(([, text]) => {
          const row: GroupRow = JSON.parse(text);
          return [row.id, { path: `/${row.name}`, unit_count: row.id === 1 ? this.#members.size : 0 }];
        }),
      ),
    };
  }
}

const create: Partial<Call> = { method: "POST", path: "/unit_groups", body: { name: "North" } };
const addUnits = (...unit_ids: number[]): Partial<Call> => ({
  method: "POST",
  path: "/unit_groups/1/add_units",
  body: { unit_ids },
});
const removeUnits = (...unit_ids: number[]): Partial<Call> => ({
  ...addUnits(...unit_ids),
  path: "/unit_groups/1/remove_units",
});
const outcomes = (...changed: [number, string][]): object => ({
  data: { results: changed.map(([id, outcome]) => ({ id, outcome })) },
});

function created(): Script {
  const script = new Script();
  script.write(NORTH, create);
  return script;
}

describe("the checker of histories", () => {
  it("takes changes that follow each other, lost answers and refusals", () => {
    const script = created();
    script.write({ ...NORTH, notes: "a", version: 2 }, { method: "PATCH", version: 1 });
    script.call({ method: "PATCH", version: 1 }, 412, { code: "precondition_failed", current_version: 2 });
    script.log(script.call({ method: "PATCH" }, null), { ...NORTH, notes: "b", version: 3 });
    script.logMember(script.call(addUnits(7, 8), 200, outcomes([7, "changed"], [8, "changed"])), 7, true);
    script.logMember("request-4", 8, true);
    script.call({}, 200, { data: script.shown({ ...NORTH, notes: "b", version: 3 }) });
    expect(violations(script.history())).toEqual([]);
    expect(violations(noMembers)).toEqual([]);
  });

  it("finds a lost update: two changes of one version", () => {
    const script = created();
    script.write({ ...NORTH, notes: "a", version: 2 }, { method: "PATCH", version: 1 });
    script.write({ ...NORTH, notes: "b", version: 3 }, { method: "PATCH", version: 1 });
    expect(violations(script.history())).toContainEqual(expect.stringContaining("lost update: request-2"));
  });

  it("finds a version that is written twice, and one that is left out", () => {
    const twice = created();
    twice.write({ ...NORTH, notes: "a", version: 2 }, { method: "PATCH" });
    twice.write({ ...NORTH, notes: "b", version: 2 }, { method: "PATCH" });
    expect(violations(twice.history())).toContain("version 2 of group 1 is followed by 2");
    const skipped = created();
    skipped.write({ ...NORTH, notes: "a", version: 3 }, { method: "PATCH" });
    expect(violations(skipped.history())).toContain("version 1 of group 1 is followed by 3");
  });

  it("finds an answer that shows what was not written, and a change that is not in the log", () => {
    const script = created();
    script.call({ method: "PATCH" }, 200, { data: script.shown({ ...NORTH, notes: "a", version: 2 }) });
    expect(violations(script.history())).toEqual(
      expect.arrayContaining([
        expect.stringContaining("was not written"),
        expect.stringContaining("0 times in the log"),
      ]),
    );
  });

  it("finds a duplicate, whatever the case of its letters", () => {
    const script = created();
    script.write({ ...NORTH, id: 2, name: "NORTH" }, create);
    expect(violations(script.history())).toEqual(["duplicate: group 1 and group 2 have the name NORTH"]);
  });

  it("finds a request that was carried out twice, and two answers to it", () => {
    const script = new Script();
    script.write(NORTH, { ...create, key: "k" });
    script.write({ ...NORTH, id: 2, name: "South" }, { ...create, key: "k" });
    expect(violations(script.history())).toEqual([
      expect.stringContaining("carried out 2 times"),
      expect.stringContaining("two answers to one key"),
    ]);
  });

  it("takes a replay for a read, and finds one that shows the group as it was before", () => {
    const changed = { ...NORTH, notes: "a", version: 2 };
    const replayed = (shown: GroupRow): string[] => {
      const script = new Script();
      script.write(NORTH, { ...create, key: "k" });
      script.write(changed, { method: "PATCH", version: 1 });
      script.call({ ...create, key: "k" }, 201, { data: script.shown(shown) });
      return violations(script.history());
    };
    expect(replayed(changed)).toEqual([]);
    expect(replayed(NORTH)).toEqual([expect.stringContaining("group 1")]);
  });

  it("finds a request that is refused because it was carried out, and another one that is not refused", () => {
    const script = created();
    script.call({ ...create, key: "k" }, 409, { code: "duplicate", existing_id: 2 });
    script.write({ ...NORTH, id: 2, name: "South" }, { ...create, key: "k" });
    script.call({ ...create, key: "k", body: { name: "Other" } }, 409, { code: "duplicate", existing_id: 1 });
    expect(violations(script.history())).toEqual([
      expect.stringContaining("is a duplicate of itself"),
      expect.stringContaining("is answered duplicate after a success"),
    ]);
  });

  it("finds a cycle, a wrong path, a level too many, a live group in a deleted one, and a wrong count", () => {
    const rows: GroupRow[] = [
      { ...NORTH, parent_id: 2 },
      { ...NORTH, id: 2, parent_id: 1 },
      { ...NORTH, id: 3, deleted_at: "2026-03-01" },
      { ...NORTH, id: 4, parent_id: 3 },
      ...[5, 6, 7, 8, 9, 10].map((id) => ({ ...NORTH, id, name: String(id), parent_id: id === 5 ? null : id - 1 })),
    ];
    const listed = new Map(rows.map(({ id, name }) => [id, { path: `/${name}`, unit_count: id === 10 ? 1 : 0 }]));
    const found = violations({ ...noMembers, groups: rows.map((row) => JSON.stringify(row)), listed });
    expect(found).toEqual(
      expect.arrayContaining([
        "group 1 is in a cycle",
        "the path of group 4 is /North, not /North/North",
        "group 4 is live below the deleted group 3",
        "group 10 is on level 6",
        "group 10 shows 1 units and has 0",
      ]),
    );
  });

  it("finds a stale read, and a refusal without a reason", () => {
    const stale = created();
    stale.write({ ...NORTH, notes: "a", version: 2 }, { method: "PATCH" });
    stale.call({}, 200, { data: stale.shown(NORTH) });
    expect(violations(stale.history())).toEqual(["the answers about group 1 fit in no order"]);
    const refused = created();
    refused.call({ method: "PATCH", version: 1 }, 412, { code: "precondition_failed", current_version: 2 });
    expect(violations(refused.history())).toEqual(["the answers about group 1 fit in no order"]);
    const missing = created();
    missing.call({}, 404, { code: "not_found" });
    expect(violations(missing.history())).toEqual(["the answers about group 1 fit in no order"]);
  });

  it("finds two bulk changes that each saw only a part of the other", () => {
    const script = created();
    const before = script.call(addUnits(7), 200, outcomes([7, "changed"]));
    script.logMember(before, 7, true);
    const at = { begin: 30, end: 40 };
    const add = script.call({ ...addUnits(7, 8), ...at }, 200, outcomes([7, "unchanged"], [8, "changed"]));
    const remove = script.call({ ...removeUnits(7, 8), ...at }, 200, outcomes([7, "changed"], [8, "unchanged"]));
    script.logMember(add, 8, true);
    script.logMember(remove, 7, false);
    expect(violations(script.history())).toEqual(["the answers about group 1 fit in no order"]);
  });

  it("finds units that came into a deleted group", () => {
    const script = created();
    script.write({ ...NORTH, version: 2, deleted_at: "2026-03-01" }, { method: "DELETE" });
    script.logMember(script.call(addUnits(7), 200, outcomes([7, "changed"])), 7, true);
    expect(violations(script.history())).toEqual(["the answers about group 1 fit in no order"]);
  });

  it("finds changes of refused and of unknown requests, and errors of the server", () => {
    const script = created();
    script.log(script.call({ method: "PATCH" }, 404, { code: "not_found" }), { ...NORTH, version: 2 });
    script.log("nobody", { ...NORTH, version: 3 });
    script.call({}, 500, { code: "internal_error" });
    const found = violations(script.history());
    expect(found).toContainEqual(expect.stringContaining("a refused request changed something"));
    expect(found).toContain("the log names the unknown request nobody");
    expect(found).toContainEqual(expect.stringContaining("unexpected answer: request-2"));
  });

  it("finds a log that does not tell everything", () => {
    const script = created();
    script.write({ ...NORTH, notes: "a", version: 2 }, { method: "PATCH" });
    const { audit, ...rest } = script.history();
    const found = violations({ ...rest, audit: audit.slice(1) });
    expect(found).toContain("the log has a gap before row 2 of group 1");
  });
});
