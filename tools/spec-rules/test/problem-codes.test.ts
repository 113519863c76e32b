import { expect, test } from "vitest";
import { bundleShort, type Change, lintShort } from "./authoring.ts";

interface Bundle {
  components: { schemas: Record<string, { enum: string[]; description: string; "x-problems": object }> };
}

/** Problem codes of a group beside those of the shared schema, as members of a map in YAML. */
const ofTrucks = (rows: string): Change => ({
  file: "trucks.group.yaml",
  from: "permissions:",
  to: `problems: { ${rows} }\npermissions:`,
});

const loaded = `truck_loaded: { status: 400, title: The truck is loaded, description: "the truck is loaded. Unload it first." }`;

test("a code of a group is a value of the enum, is explained with its status, and has its facts", async () => {
  const { components } = (await bundleShort({ changes: [ofTrucks(loaded)] })) as Bundle;
  const codes = components.schemas["ProblemCode"];
  expect(codes?.enum).toContain("truck_loaded");
  expect(codes?.description.match(/^- `(?:malformed_request|truck_loaded)`.*$/gm)).toEqual([
    "- `malformed_request`: cannot be parsed",
    "- `truck_loaded`: the truck is loaded (400). Unload it first.",
  ]);
  expect(codes?.["x-problems"]).toEqual({
    malformed_request: { status: 400, title: "Cannot be parsed" },
    truck_loaded: { status: 400, title: "The truck is loaded" },
  });
});

test("a description of several lines is one item of the list", async () => {
  const rows = `truck_loaded: { status: 400, title: Loaded, description: "the truck is loaded.\\n\\nUnload it first.\\n" }`;
  const { components } = (await bundleShort({ changes: [ofTrucks(rows)] })) as Bundle;
  expect(components.schemas["ProblemCode"]?.description).toContain(
    "\n- `truck_loaded`: the truck is loaded (400). Unload it first.\n",
  );
});

test("a bundle is not written again", async () => {
  const changes = [ofTrucks(loaded)];
  const [once, twice] = (await Promise.all([
    bundleShort({ changes }),
    bundleShort({ changes, again: true }),
  ])) as Bundle[];
  expect(twice?.components.schemas["ProblemCode"]).toEqual(once?.components.schemas["ProblemCode"]);
});

test.each([
  ["is in two places", "malformed_request: { status: 400, title: Again, description: again. }"],
  ["has no title", "truck_loaded: { status: 400, description: it is. }"],
  ["has a status that is no number", "truck_loaded: { status: high, title: Loaded, description: it is. }"],
  ["has a description that is no sentence", "truck_loaded: { status: 400, title: Loaded, description: it is }"],
])("a code that %s is reported where it stands", async (_fault, rows) => {
  expect(await lintShort(ofTrucks(rows))).toContainEqual({
    rule: "fleet/conventions",
    file: "trucks.group.yaml",
    line: 5,
  });
});
