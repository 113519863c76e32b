import type { Vehicle, VehicleDocument } from "@fleet-api/contract/types/vehicles";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { allVisible } from "../changes/support/mirror.ts";
import { createRecord } from "../support/create-record.ts";
import { onPostgres, runs } from "../support/db.ts";
import { documentKinds } from "../support/document-kinds.ts";
import type { Answer } from "../support/service.ts";
import { start, tagOf, useService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;
const [north, elsewhere] = [1, 3];
let serial = 0;

/** What documents of every kind of records show. */
type Document = Omit<VehicleDocument, "vehicle_id">;
/** What every record shows that has documents. */
type Owner = Pick<Vehicle, "agency_id" | "version" | "next_document_expiry_on">;

const ids = (documents: readonly { readonly id: number }[]): number[] => documents.map(({ id }) => id);
const codeOf = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];
const findingsOf = ({ status, body }: Answer<unknown>) => [
  status,
  body.errors?.map(({ pointer, code }) => [pointer, code]),
];
const url = (n: number): string => `https://files.example.com/${n}.pdf`;

/** The day of an instant in a time zone, by the runtime and not by the database. */
function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
const dayOf = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

function statusAt(today: string, { expires_on, reminder_days }: Pick<Document, "expires_on" | "reminder_days">) {
  if (expires_on === null) return "no_expiry";
  const left = dayNumber(expires_on) - dayNumber(today);
  if (left < 0) return "expired";
  return left <= (reminder_days.length === 0 ? 30 : Math.max(...reminder_days)) ? "expiring" : "valid";
}

it("the kinds of records that have documents include vehicles, with their permission", () => {
  const needed = ["vehicles.vehicles_admin_edit"];
  const permissions = { POST: needed, PATCH: needed, DELETE: needed };
  expect(documentKinds).toContainEqual({
    records: "vehicles",
    table: "vehicle_documents",
    recordId: "vehicle_id",
    permissions,
  });
});

describe.each(documentKinds)("documents of $records", (kind) => {
  const { records, table, recordId, permissions } = kind;
  const base = `/${records}`;
  const service = useService();
  let token = "";

  beforeEach(async () => {
    service.clock.set(start);
    token = await service.login();
  });

  function call<Data = Document>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
  }

  /** Creates a record that can have documents. */
  const createOne = (client_id = north): Promise<number> =>
    createRecord(service, records, { token, members: { client_id } });
  const recordOf = async (id: number): Promise<Owner> =>
    (await call<Owner>("GET", `${base}/${id}?include_deleted=true`)).body.data;

  async function add(id: number, more: object = {}): Promise<Document> {
    const { status, body } = await call("POST", `${base}/${id}/documents`, { type: "insurance", ...more });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.data;
  }

  async function listed(query: string): Promise<Document[]> {
    const { status, body } = await call<Document[]>("GET", `${base}/documents/listing?per_page=200&${query}`);
    expect([status, body.detail, body.pagination?.total]).toEqual([200, undefined, body.data?.length]);
    return body.data;
  }

  /** All pages of the listing. */
  async function pages(query: string): Promise<Document[]> {
    const found: Document[] = [];
    for (let page = 1; ; page += 1) {
      const path = `${base}/documents/listing?per_page=200&page=${page}&${query}`;
      const { status, body } = await call<Document[]>("GET", path);
      expect([status, body.detail]).toEqual([200, undefined]);
      found.push(...body.data);
      if (found.length >= body.pagination.total) return found;
    }
  }

  describe("a document", () => {
    it("is added as it was given, listed, changed and deleted", async () => {
      const id = await createOne();
      const given = {
        type: "inspection",
        number: "N-1",
        issuer: "Demo",
        country_code: "KE",
        issued_on: "2026-01-01",
        expires_on: "2026-12-31",
        reminder_days: [30, 7, 0],
        attachments: [
          { name: "z.pdf", content_type: "application/pdf", size_bytes: 9_007_199_254_740_991, url: url(1) },
          { name: "a.pdf", content_type: null, size_bytes: null, url: url(2) },
        ],
        notes: "n",
      };
      const { status, headers, body } = await call("POST", `${base}/${id}/documents`, given);
      expect([status, body.detail]).toEqual([201, undefined]);
      const made = body.data;
      expect(made).toMatchObject({ ...given, [recordId]: id, client_id: north, status: "valid", version: 1 });
      expect(headers.get("location")).toBe(`/api/v1${base}/documents/listing?${recordId}=${id}`);
      expect(await listed(`${recordId}=${id}`)).toEqual([made]);
      const path = `${base}/documents/${made.id}`;
      const etag = headers.get("etag") ?? "";
      const changed = await call("PATCH", path, { issuer: null, attachments: [] }, { "if-match": etag });
      expect([changed.status, changed.body.data, changed.body.notices]).toMatchObject([
        200,
        { issuer: null, attachments: [], number: "N-1", version: 2 },
        undefined,
      ]);
      expect(codeOf(await call("PATCH", path, { issuer: "late" }, { "if-match": etag }))).toEqual([
        412,
        "precondition_failed",
      ]);
      expect(codeOf(await call("DELETE", path, undefined, { "if-match": etag }))).toEqual([412, "precondition_failed"]);
      const same = await call("PATCH", path, { number: "N-1" });
      expect([same.body.data.version, same.body.notices?.length]).toEqual([2, 1]);
      const gone = await call("DELETE", path, undefined, { "if-match": tagOf(changed.body.data) });
      expect([gone.status, gone.body.data.number]).toEqual([200, "N-1"]);
      expect(await listed(`${recordId}=${id}`)).toEqual([]);
      for (const method of ["PATCH", "DELETE"])
        expect(codeOf(await call(method, path, method === "PATCH" ? { notes: "x" } : undefined))).toEqual([
          404,
          "not_found",
        ]);
    });

    it("has empty members for what was omitted, also in its attachments, whose order stays", async () => {
      const id = await createOne();
      const { body } = await call("POST", `${base}/${id}/documents`, { type: "other" });
      expect(body.data).toMatchObject({ number: null, expires_on: null, reminder_days: [], attachments: [] });
      expect(body.data.status).toBe("no_expiry");
      const attachments = [5, 3, 9, 1, 7, 0, 2, 8, 6, 4].map((n) => ({ name: `${n}`, url: url(n) }));
      const changed = await call("PATCH", `${base}/documents/${body.data.id}`, { attachments });
      expect(changed.body.data.attachments).toEqual(
        attachments.map((one) => ({ ...one, content_type: null, size_bytes: null })),
      );
    });

    it.each([
      ["/attachments", { attachments: Array.from({ length: 11 }, (_, n) => ({ name: `${n}`, url: url(n) })) }],
      ["/attachments/0/url", { attachments: [{ name: "a", url: "ftp://files.example.com/a" }] }],
      ["/attachments/0/url", { attachments: [{ name: "a", url: "javascript:alert(1)" }] }],
      ["/attachments/0/url", { attachments: [{ name: "a", url: "https://files.example.com/a b" }] }],
      ["/attachments/0/url", { attachments: [{ name: "a" }] }],
      ["/attachments/0/name", { attachments: [{ name: "", url: url(1) }] }],
      ["/attachments/0/size_bytes", { attachments: [{ name: "a", url: url(1), size_bytes: -1 }] }],
      ["/attachments/0/content_type", { attachments: [{ name: "a", url: url(1), content_type: "pdf" }] }],
      ["/attachments/0/bytes", { attachments: [{ name: "a", url: url(1), bytes: "" }] }],
      ["/reminder_days", { reminder_days: [1, 1] }],
      ["/reminder_days/0", { reminder_days: [3651] }],
      ["/expires_on", { issued_on: "2026-01-02", expires_on: "2026-01-01" }],
      ["/type", { type: "unknown" }],
    ])("422: %s of %j", async (pointer, body) => {
      const id = await createOne();
      const refused = await call("POST", `${base}/${id}/documents`, { type: "other", ...body });
      expect([refused.status, new Set(refused.body.errors?.map((one) => one.pointer))]).toEqual([
        422,
        new Set([pointer]),
      ]);
    });

    it("does not expire before it was issued, whichever of the two changes", async () => {
      const id = await createOne();
      const document = await add(id, { issued_on: "2026-05-01", expires_on: "2026-05-01" });
      const change = (body: object) => call("PATCH", `${base}/documents/${document.id}`, body);
      const wrong = [422, [["/expires_on", "invalid"]]];
      expect(findingsOf(await change({ expires_on: "2026-04-30" }))).toEqual(wrong);
      expect(findingsOf(await change({ issued_on: "2026-05-02" }))).toEqual(wrong);
      expect((await change({ issued_on: null, expires_on: "0001-01-01" })).body.data.status).toBe("expired");
    });

    it("404: of a record that is deleted or outside of the scope", async () => {
      const [own, theirs] = [await createOne(), await createOne(elsewhere)];
      const [document, hidden] = [await add(own, { expires_on: "2026-04-01" }), await add(theirs)];
      await call("DELETE", `${base}/${own}`);
      const version = (await recordOf(own)).version;
      const missing = [404, "not_found"];
      const attempts = (id: number, documentId: number) => [
        () => call("POST", `${base}/${id}/documents`, { type: "other" }),
        () => call("PATCH", `${base}/documents/${documentId}`, { notes: "x" }),
        () => call("DELETE", `${base}/documents/${documentId}`),
      ];
      for (const attempt of attempts(own, document.id)) expect(codeOf(await attempt())).toEqual(missing);
      expect([await listed(`${recordId}=${own}`), await listed("expires_before=2026-04-02&client_id=1")]).toEqual([
        [],
        expect.not.arrayContaining([expect.objectContaining({ id: document.id })]),
      ]);
      expect(await recordOf(own)).toMatchObject({ version, next_document_expiry_on: "2026-04-01" });
      await call("POST", `${base}/${own}/restore`);
      expect(await listed(`${recordId}=${own}`)).toEqual([document]);
      token = await service.login("demo-agency-admin-1");
      for (const attempt of attempts(theirs, hidden.id)) expect(codeOf(await attempt())).toEqual(missing);
      expect(await listed(`${recordId}=${theirs}`)).toEqual([]);
    });

    it("belongs to the agency of its client, also after that has another, and stays while the client is suspended", async () => {
      const client = { agency_id: "demo-agency-1", name: "Has documents", timezone: "UTC", currency: "EUR" };
      const { body } = await call<{ id: number }>("POST", "/clients", client);
      const id = await createOne(body.data.id);
      const made = [await add(id, { expires_on: "2026-05-01" }), await add(id, { expires_on: "2026-04-01" })];
      const change = async (set: string, value: string) =>
        service.server.db.query(`update clients set ${set} = $2 where id = $1`, [body.data.id, value]);
      await change("agency_id", "demo-agency-2");
      token = await service.login("demo-agency-admin-2");
      expect(ids(await listed(`${recordId}=${id}&agency_id=demo-agency-2`))).toEqual(ids(made));
      await change("status", "suspended");
      for (const answer of [
        await call("POST", `${base}/${id}/documents`, { type: "other" }),
        await call("PATCH", `${base}/documents/${made[0]?.id}`, { notes: "x" }),
        await call("DELETE", `${base}/documents/${made[0]?.id}`),
      ])
        expect(codeOf(answer)).toEqual([403, "client_suspended"]);
      expect(await recordOf(id)).toMatchObject({ agency_id: "demo-agency-2", next_document_expiry_on: "2026-04-01" });
      expect(ids(await listed(`${recordId}=${id}`))).toEqual(ids(made));
      // The agencies of the demo have their own documents alone.
      await change("agency_id", "demo-agency-1");
    });

    it("403: is changed with its permission only", async () => {
      const id = await createOne();
      const document = await add(id);
      token = await service.login("demo-read-only");
      expect(ids(await listed(`${recordId}=${id}`))).toEqual([document.id]);
      const answers = {
        POST: await call("POST", `${base}/${id}/documents`, { type: "other" }),
        PATCH: await call("PATCH", `${base}/documents/${document.id}`, { notes: "x" }),
        DELETE: await call("DELETE", `${base}/documents/${document.id}`),
      };
      for (const [verb, answer] of Object.entries(answers))
        expect([verb, ...codeOf(answer)]).toEqual([verb, 403, "permission_denied"]);
      const needed = Object.entries(answers).map(
        ([
          verb,
          {
            body: { required_permission: one },
          },
        ]) => [verb, [`${one?.resource}.${one?.action}`]],
      );
      expect(Object.fromEntries(needed)).toEqual(permissions);
    });
  });

  describe("a creation that is sent again with its Idempotency-Key", () => {
    it("has the document as it is now, with its tag; 404 when it is gone or out of the scope", async () => {
      const id = await createOne();
      token = await service.login("demo-agency-admin-1");
      const headers = { "idempotency-key": `document-${(serial += 1)}` };
      const body = { type: "permit", number: "first" };
      const send = (given: object = body) => call("POST", `${base}/${id}/documents`, given, headers);
      const first = await send();
      const again = await send();
      expect([again.status, again.body.data, again.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.body.data,
        "true",
      ]);
      for (const name of ["etag", "location"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(codeOf(await send({ type: "other" }))).toEqual([422, "idempotency_key_reused"]);
      const path = `${base}/documents/${first.body.data.id}`;
      const changed = await call("PATCH", path, { number: "second" });
      const third = await send();
      expect([third.status, third.body.data]).toEqual([201, changed.body.data]);
      expect(third.headers.get("etag")).toBe(changed.headers.get("etag"));
      await call("DELETE", `${base}/${id}`);
      expect(codeOf(await send())).toEqual([404, "not_found"]);
      await call("POST", `${base}/${id}/restore`);
      expect((await send()).status).toBe(201);
      const reach = (agency: string) =>
        service.server.db.query("update users set agency_id = $1 where username = 'demo-agency-admin-1'", [agency]);
      await reach("demo-agency-2");
      try {
        expect(codeOf(await send())).toEqual([404, "not_found"]);
      } finally {
        await reach("demo-agency-1");
      }
      await call("DELETE", path);
      expect(codeOf(await send())).toEqual([404, "not_found"]);
      expect(await listed(`${recordId}=${id}`)).toEqual([]);
    });
  });

  describe("the status of a document", () => {
    const zones = [
      "Pacific/Kiritimati",
      "Pacific/Pago_Pago",
      "America/New_York",
      "America/St_Johns",
      "Europe/Berlin",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Etc/GMT+12",
      "UTC",
    ];
    /** Days on which clocks change somewhere, and others. */
    const days = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-12-31"];
    const instants = fc.oneof(
      fc
        .tuple(fc.constantFrom(...days), fc.integer({ min: -DAY, max: 2 * DAY }))
        .map(([day, ms]) => Date.parse(day) + ms),
      // Beginnings of days, and the millisecond before, in zones whose offset is a quarter of an hour.
      fc
        .tuple(fc.constantFrom(...days), fc.integer({ min: -96, max: 192 }), fc.constantFrom(-1, 0))
        .map(([day, quarters, ms]) => Date.parse(day) + quarters * 900_000 + ms),
    );
    const reminders = fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(3650)), { maxLength: 3 });
    const documents = fc.array(
      fc.record({
        zone: fc.nat(zones.length - 1),
        /** Days from the one at Greenwich. */
        left: fc.option(fc.integer({ min: -3, max: 45 }), { nil: null }),
        reminder_days: reminders,
      }),
      { minLength: 1, maxLength: 40 },
    );

    it("is that of the day at the client, and the filter has exactly the documents that show it", async () => {
      // One that no other document has.
      const type = "tachograph_calibration";
      const owners: number[] = [];
      for (const timezone of zones) {
        const client = { agency_id: "demo-agency-1", name: timezone, timezone, currency: "EUR" };
        const { body } = await call<{ id: number }>("POST", "/clients", client);
        owners.push(await createOne(body.data.id));
      }
      const { db } = service.server;
      await fc.assert(
        fc.asyncProperty(documents, instants, async (given, ms) => {
          const now = new Date(ms);
          await db.query(`delete from ${table} where type = $1`, [type]);
          const rows = given.map(({ zone, left, reminder_days }) => ({
            [recordId]: owners[zone],
            expires_on: left === null ? null : dayOf(Math.floor(ms / DAY) + left),
            reminder_days,
          }));
          await db.query(
            `insert into ${table} (${recordId}, type, expires_on, reminder_days, created_at, updated_at)
             select ${recordId}, $2, expires_on, reminder_days, now(), now()
             from json_populate_recordset(null::${table}, $1::json)`,
            [JSON.stringify(rows), type],
          );
          service.clock.set(now);
          token = await service.login();
          const all = await listed(`type=${type}`);
          expect(all).toHaveLength(given.length);
          for (const one of all) {
            const zone = zones[owners.indexOf(Number(Reflect.get(one, recordId)))] ?? "";
            expect([zone, one.expires_on, one.status]).toEqual([zone, one.expires_on, statusAt(dayIn(zone, now), one)]);
          }
          for (const wanted of ["valid", "expiring", "expired", "no_expiry", "expiring,expired", "valid,no_expiry"]) {
            const shown = all.filter(({ status }) => wanted.split(",").includes(status));
            expect([wanted, await listed(`type=${type}&status=${wanted}`)]).toEqual([wanted, shown]);
          }
        }),
        { numRuns: runs(80) },
      );
    });

    it("follows the time zone of the client, and reads the same in the response to a change", async () => {
      const client = { agency_id: "demo-agency-1", name: "Moves", timezone: "Pacific/Kiritimati", currency: "EUR" };
      const { body } = await call<{ id: number }>("POST", "/clients", client);
      const id = await createOne(body.data.id);
      // It is already the second day there.
      const document = await add(id, { expires_on: "2026-03-01" });
      expect(document.status).toBe("expired");
      await call("PATCH", `/clients/${body.data.id}`, { timezone: "Pacific/Pago_Pago" });
      expect((await listed(`${recordId}=${id}`)).map(({ status }) => status)).toEqual(["expiring"]);
      const changed = await call("PATCH", `${base}/documents/${document.id}`, { expires_on: "2026-04-01" });
      expect(changed.body.data.status).toBe("valid");
      const reminded = await call("PATCH", `${base}/documents/${document.id}`, { reminder_days: [31, 60] });
      expect(reminded.body.data.status).toBe("expiring");
    });
  });

  describe(`GET ${base}/documents/listing`, () => {
    it("has the documents of the fleet that expire, by its filters and in the requested order", async () => {
      for (const id of [await createOne(), await createOne(elsewhere)]) {
        for (const expires_on of [null, "2026-02-27", "2026-03-08", "2026-03-20", "2026-09-30"]) {
          for (const type of ["insurance", "permit", "lease"]) await add(id, { type, expires_on });
        }
      }
      const all = await pages("sort=expires_on");
      const day = "2026-06-01";
      const check = async (query: string, keep: (one: Document) => boolean) => {
        const expected = all.filter(keep);
        expect([query, ids(await pages(`sort=expires_on&${query}`))]).toEqual([query, ids(expected)]);
        expect([query, expected.length > 0 && expected.length < all.length]).toEqual([query, true]);
      };
      await check(`expires_before=${day}`, ({ expires_on }) => expires_on !== null && expires_on < day);
      await check("type=insurance,permit", ({ type }) => type === "insurance" || type === "permit");
      await check(`client_id=${north}`, ({ client_id }) => client_id === north);
      await check("status=expired,expiring", ({ status }) => status === "expired" || status === "expiring");
      await check(
        `status=expiring&expires_before=2026-03-10&type=insurance`,
        ({ status, type, expires_on }) =>
          status === "expiring" && type === "insurance" && expires_on !== null && expires_on < "2026-03-10",
      );
      const days = all.map(({ expires_on }) => expires_on);
      const known = days.filter((one) => one !== null);
      expect(days).toEqual([...known.toSorted(), ...days.slice(known.length).map(() => null)]);
      expect(ids(await pages(""))).toEqual(ids(all).toSorted((a, b) => a - b));
      token = await service.login("demo-agency-admin-2");
      const theirs = await pages("sort=expires_on");
      expect(theirs.length).toBeGreaterThanOrEqual(15);
      expect(ids(theirs)).toEqual(ids(all.filter(({ client_id }) => [3, 4, 6].includes(client_id))));
      expect(await pages("agency_id=demo-agency-1")).toEqual([]);
    });
  });

  describe("the next expiry of a record", () => {
    interface Feed {
      readonly changes: readonly { readonly change: string; readonly id: number }[];
      readonly next_cursor: string;
      readonly has_more: boolean;
    }
    const feed = async (query: string): Promise<Feed> => {
      await allVisible(service.server.db);
      return (await call<Feed>("GET", `${base}/changes?client_id=${north}&${query}`)).body.data;
    };
    const day = fc.option(
      fc.integer({ min: 0, max: 20 }).map((n) => dayOf(dayNumber("2026-02-20") + n)),
      { nil: null },
    );
    const change = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), expires_on: day }),
      fc.record({ kind: fc.constant("move" as const), index: fc.nat(), expires_on: day }),
      fc.record({ kind: fc.constant("touch" as const), index: fc.nat() }),
      fc.record({ kind: fc.constant("delete" as const), index: fc.nat() }),
    );

    it("is the earliest of its documents after any changes, and moves the version only when it changes", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
          const id = await createOne();
          const model = new Map<number, string | null>();
          let shown = await recordOf(id);
          let { next_cursor: cursor } = await feed("from=now");
          for (const one of changes) {
            const live = [...model.keys()];
            const documentId = one.kind === "add" ? 0 : live[one.index % live.length];
            service.clock.advance(1000);
            if (one.kind === "add") {
              const { expires_on } = one;
              model.set((await add(id, { expires_on })).id, expires_on);
            } else if (documentId === undefined) continue;
            else if (one.kind === "delete") {
              expect((await call("DELETE", `${base}/documents/${documentId}`)).status).toBe(200);
              model.delete(documentId);
            } else {
              const body = one.kind === "touch" ? { notes: `n${(serial += 1)}` } : { expires_on: one.expires_on };
              expect((await call("PATCH", `${base}/documents/${documentId}`, body)).status).toBe(200);
              if (one.kind === "move") model.set(documentId, one.expires_on);
            }
            const known = [...model.values()].filter((each) => each !== null).toSorted();
            const after = await recordOf(id);
            const moved = (known[0] ?? null) !== shown.next_document_expiry_on;
            expect(after).toEqual({
              ...shown,
              next_document_expiry_on: known[0] ?? null,
              ...(moved && { version: shown.version + 1, updated_at: service.clock.now().toISOString() }),
            });
            const news = await feed(`cursor=${encodeURIComponent(cursor)}`);
            expect(news.changes.map((entry) => [entry.change, entry.id])).toEqual(moved ? [["upserted", id]] : []);
            [shown, cursor] = [after, news.next_cursor];
          }
        }),
        { numRuns: runs(40) },
      );
    });

    // The embedded database has one connection.
    it.runIf(onPostgres)("is none of a document that was added while the record was deleted", async () => {
      for (let round = 0; round < 10; round += 1) {
        const id = await createOne();
        const document = await add(id, { expires_on: "2026-05-01" });
        const [gone, ...others] = await Promise.all([
          call("DELETE", `${base}/${id}`),
          call("POST", `${base}/${id}/documents`, { type: "other", expires_on: "2026-04-01" }),
          call("PATCH", `${base}/documents/${document.id}`, { expires_on: "2026-03-01" }),
        ]);
        expect([gone.status, others.filter(({ status }) => ![200, 201, 404].includes(status))]).toEqual([200, []]);
        await call("POST", `${base}/${id}/restore`);
        const days = (await listed(`${recordId}=${id}`)).map(({ expires_on }) => expires_on);
        expect(days).toHaveLength(others[0]?.status === 201 ? 2 : 1);
        expect((await recordOf(id)).next_document_expiry_on).toBe(days.toSorted()[0]);
      }
    });

    it.runIf(onPostgres)("is right after changes at the same time", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(day, { minLength: 4, maxLength: 4 }),
          fc.array(day, { minLength: 4, maxLength: 4 }),
          async (added, moved) => {
            const id = await createOne();
            const made = [];
            for (const expires_on of moved) made.push(await add(id, { expires_on }));
            const [first, second, third, fourth] = made.map((one) => `${base}/documents/${one.id}`);
            const answers = await Promise.all([
              ...added.map((expires_on) => call("POST", `${base}/${id}/documents`, { type: "other", expires_on })),
              call("DELETE", first ?? ""),
              call("DELETE", second ?? ""),
              call("PATCH", third ?? "", { expires_on: added[0] }),
              call("PATCH", fourth ?? "", { expires_on: null }),
            ]);
            expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 200, 200, 200]);
            const left = (await listed(`${recordId}=${id}`)).map(({ expires_on }) => expires_on);
            expect(left).toHaveLength(6);
            const earliest = left.filter((one) => one !== null).toSorted()[0] ?? null;
            expect((await recordOf(id)).next_document_expiry_on).toBe(earliest);
          },
        ),
        { numRuns: runs(20) },
      );
    });
  });
});

describe("the time zone of a client", () => {
  const service = useService();

  it.each(["CET", "IST", "VST", "EST5EDT", "SystemV/AST4", "posix/Europe/Berlin", "Europe/Atlantis", "+01:00"])(
    "has days of one meaning: no client has the time zone %s",
    async (timezone) => {
      const token = await service.login();
      const client = { agency_id: "demo-agency-1", name: `In ${timezone}`, timezone, currency: "EUR" };
      for (const answer of [
        await service.call("POST", "/clients", { token, body: client }),
        await service.call("PATCH", `/clients/${north}`, { token, body: { timezone } }),
      ])
        expect([answer.status, answer.body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/timezone"]]);
    },
  );

  it("is known for each time zone that a client can have", async () => {
    const { db } = service.server;
    for (const timezone of Intl.supportedValuesOf("timeZone").filter((name) =>
      /^[A-Za-z_]+(\/[A-Za-z_-]+)+$/.test(name),
    )) {
      for (const at of ["2026-01-15T10:15:00Z", "2026-07-15T22:45:00Z"]) {
        const [row] = await db.query("select ($1::timestamptz at time zone $2)::date::text as day", [at, timezone]);
        expect([timezone, row]).toEqual([timezone, { day: dayIn(timezone, new Date(at)) }]);
      }
    }
    const refused = db.query("update clients set timezone = 'Europe/Atlantis' where id = 1");
    await expect(refused).rejects.toMatchObject({ fields: { constraint: "clients_timezone" } });
  });
});
