import { describe, expect, it } from "vitest";
import {
  buildScope,
  decideAccess,
  describePermission,
  grantsOf,
  mayPerform,
  permissionsView,
} from "../../src/access/index.ts";

const catalogue = {
  units: { title: "Units", actions: { view: { title: "View units" }, edit: { title: "Edit units" } } },
  maps: { title: "Maps", actions: { map_markers: { title: "Markers" } } },
};
const grants = grantsOf([["units", "view"]]);
const scope = buildScope({
  partners: [],
  agencies: [{ id: "a1", partner_id: "p1" }],
  clients: [{ id: 1, agency_id: "a1", partner_id: "p1" }],
});

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

describe("deciding access", () => {
  const ask = (action: string, requested = {}) => decideAccess({ grants, scope, resource: "units", action, requested });

  it("allows what is granted, within the caller's scope", () => {
    expect(ask("view")).toEqual({ allow: true, reason: "granted", scope });
    expect(ask("view", { client_id: 1 })).toMatchObject({ allow: true, scope: { client_ids: [1] } });
  });

  it("refuses what is not granted, and what lies outside", () => {
    expect(ask("edit", { client_id: 1 })).toEqual({
      allow: false,
      reason: "not_granted",
      scope: null,
    });
    expect(ask("view", { client_id: 2 })).toEqual({
      allow: false,
      reason: "out_of_scope",
      scope: null,
    });
    expect(ask("view", { partner_id: "p1" })).toMatchObject({ reason: "out_of_scope" });
  });
});
