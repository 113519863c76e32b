import { expect, test } from "vitest";
import { emitServerGroups } from "../src/emit/server-groups.ts";

test("the server's groups are the folders of the contract, whatever their names are in TypeScript", () => {
  const groups = ["units", "vehicle-groups", "import"].map((folder) => ({ folder, operations: [], schemas: [] }));
  const { path, text } = emitServerGroups({ groups });
  expect(path).toBe("packages/server/src/built/groups.ts");
  expect(text).toContain('import * as vehicleGroupsGroup from "../resources/vehicle-groups/index.ts";');
  expect(text).toContain(
    '{\n  units: unitsGroup,\n  "vehicle-groups": vehicleGroupsGroup,\n  import: importGroup,\n};',
  );
});
