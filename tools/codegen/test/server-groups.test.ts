import { expect, test } from "vitest";
import { emitServerGroups, requireServerGroups } from "../src/emit/server-groups.ts";

const layout = (...folders: string[]) => ({
  groups: folders.map((folder) => ({ folder, operations: [], schemas: [] })),
});

test("the server's groups are the folders of the contract, whatever their names are in TypeScript", () => {
  const { path, text } = emitServerGroups(layout("units", "vehicle-groups", "import"));
  expect(path).toBe("packages/server/src/built/groups.ts");
  expect(text).toContain('import * as vehicleGroupsGroup from "../resources/vehicle-groups/index.ts";');
  expect(text).toContain(
    '{\n  units: unitsGroup,\n  "vehicle-groups": vehicleGroupsGroup,\n  import: importGroup,\n};',
  );
});

test("a group without a module in the server is refused, with the file to write", async () => {
  const files = new Set([
    "packages/server/src/resources/units/index.ts",
    "packages/server/src/resources/cars/table.ts",
  ]);
  const tree = { read: async (path: string) => (files.has(path) ? "" : null), list: async () => [] };
  await expect(requireServerGroups(layout("units"), tree)).resolves.toBeUndefined();
  await expect(requireServerGroups(layout("vans", "units", "cars"), tree)).rejects.toThrow(
    /^spec\/resources\/vans has operations; write packages\/server\/src\/resources\/vans\/index\.ts\.\nspec\/resources\/cars has operations; write packages\/server\/src\/resources\/cars\/index\.ts\.$/,
  );
});
