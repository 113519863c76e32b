import { describe, expect, it } from "vitest";
import { describePermission, grantsOf, mayPerform, permissionsView } from "../../src/access/index.ts";

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
