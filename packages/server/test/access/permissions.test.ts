import { beforeAll, describe, expect, it } from "vitest";
import type { ScopeFilter } from "../../src/access/index.ts";
import { describePermission, grantsOf, mayPerform, mayPerformIn, permissionsView } from "../../src/access/index.ts";
import type { Scope } from "../../src/db/index.ts";
import { createScope } from "../../src/db/index.ts";
import { useSharedDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const catalogue = {
  units: { title: "Units", actions: { view: { title: "View units" }, edit: { title: "Edit units" } } },
  maps: { title: "Maps", actions: { map_markers: { title: "Markers" } } },
};
const grants = grantsOf([["units", "view"]]);

describe("permissions", () => {
  it("are granted one by one", () => {
    expect(mayPerform(grants, "units", "view")).toBe(true);
    expect(mayPerform(grants, "units", "edit")).toBe(false);
    expect(mayPerform(grants, "maps", "view")).toBe(false);
    expect(mayPerform(grantsOf([["a", "b.c"]]), "a.b", "c")).toBe(false);
    expect(grants.size).toBe(1);
  });

  it("show as the whole catalogue with allow filled in", () => {
    expect(permissionsView(catalogue, grants)).toEqual({
      units: {
        title: "Units",
        actions: {
          view: { title: "View units", allow: true },
          edit: { title: "Edit units", allow: false },
        },
      },
      maps: { title: "Maps", actions: { map_markers: { title: "Markers", allow: false } } },
    });
  });

  it("have titles; unknown ones are a problem that names what there is", () => {
    expect(describePermission(catalogue, "units", "edit")).toEqual({
      resource: "units",
      action: "edit",
      title: "Edit units",
    });
    const unknown = (resource: string, action: string) => () => describePermission(catalogue, resource, action);
    expect(unknown("unit", "view")).toThrow(
      expect.objectContaining({ code: "unknown_permission", message: expect.stringContaining("units, maps") }),
    );
    expect(unknown("units", "sell")).toThrow(
      expect.objectContaining({ code: "unknown_permission", message: expect.stringContaining("view, edit") }),
    );
    expect(unknown("constructor", "name")).toThrow(expect.objectContaining({ status: 404 }));
    expect(unknown("units", "toString")).toThrow(expect.objectContaining({ status: 404 }));
  });
});

const db = useSharedDatabase();
const wholePartner = createScope({ partners: ["p1"] });
const wholeAgency = createScope({ agencies: ["a1"] });
let oneClient = createScope({});

const ask = (scope: Scope, where: ScopeFilter = {}, action = "view"): Promise<boolean> =>
  mayPerformIn(db.database().unitOfWork(scope), { grants, resource: "units", action, where });

describe("deciding access", () => {
  beforeAll(async () => {
    await insertUser(db());
    oneClient = createScope({ clients: [await insertClient(db(), "first")] });
    await insertClient(db(), "second");
  });

  it("allows what is granted, within the caller's scope", async () => {
    expect(await ask(oneClient)).toBe(true);
    expect(await ask(oneClient, { client_id: 1 })).toBe(true);
    expect(await ask(wholeAgency, { client_id: 2 })).toBe(true);
    expect(await ask(wholeAgency, { agency_id: "a1" })).toBe(true);
    expect(await ask(wholePartner, { agency_id: "a1" })).toBe(true);
    expect(await ask(wholePartner, { partner_id: "p1" })).toBe(true);
  });

  it("refuses what is not granted, and what lies outside", async () => {
    expect(await ask(oneClient, { client_id: 1 }, "edit")).toBe(false);
    expect(await ask(oneClient, { client_id: 2 })).toBe(false);
    expect(await ask(oneClient, { partner_id: "p1" })).toBe(false);
    expect(await ask(wholePartner, { agency_id: "nowhere" })).toBe(false);
    expect(await ask(wholePartner, { client_id: 99 })).toBe(false);
  });

  it("does not take a single client for its agency or partner", async () => {
    expect(await ask(oneClient, { agency_id: "a1" })).toBe(false);
    expect(await ask(oneClient, { partner_id: "p1", agency_id: "a1", client_id: 1 })).toBe(true);
    expect(await ask(wholeAgency, { partner_id: "p1" })).toBe(false);
  });

  it("refuses ids that do not belong together", async () => {
    expect(await ask(wholePartner, { agency_id: "a2", client_id: 1 })).toBe(false);
    expect(await ask(wholePartner, { partner_id: "p2", client_id: 1 })).toBe(false);
    expect(await ask(wholePartner, { partner_id: "p2", agency_id: "a1" })).toBe(false);
  });

  it("refuses a client that was deleted", async () => {
    await db().query("update clients set deleted_at = now() where id = 2");
    expect(await ask(wholePartner, { client_id: 2 })).toBe(false);
  });
});
