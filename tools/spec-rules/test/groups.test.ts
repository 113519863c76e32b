import { beforeAll, describe, expect, test } from "vitest";
import { bundleShort, type Change, lineOf, lintShort } from "./authoring.ts";

/** The part of a bundle that is looked at here. */
interface Bundle {
  "x-groups"?: unknown;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { enum?: string[]; description?: string; properties: Record<string, unknown> }>;
    parameters: Record<string, { name: string }>;
  };
}

interface Operation {
  "x-provenance"?: string;
  "x-permission"?: unknown;
  tags?: string[];
  parameters?: Parameter[];
  responses: Record<string, { description: string; headers: Record<string, unknown> }>;
}

interface Parameter {
  $ref?: string;
  name?: string;
  description?: string;
}

let bundled: Bundle;
beforeAll(async () => {
  bundled = (await bundleShort()) as Bundle;
});

/** The names of the parameters of an operation, in their order. */
function namesOf({ parameters = [] }: Operation, { components } = bundled): (string | undefined)[] {
  return parameters.map(({ $ref, name }) => name ?? components.parameters[$ref?.split("/").at(-1) ?? ""]?.name);
}

function operation(path: string, method: string, { paths } = bundled): Operation {
  const found = paths[path]?.[method];
  if (found === undefined) throw new Error(`The bundle has no ${method} ${path}.`);
  return found;
}

test("tags and paths are those of the document, then those of each resource group", () => {
  expect(bundled["x-groups"]).toBeUndefined();
  expect(bundled.tags.map(({ name }) => name)).toEqual(["Units", "Drivers", "Trucks"]);
  expect(Object.keys(bundled.paths)).toEqual([
    "/units/listing",
    "/units/leave",
    "/drivers/{driver_id}",
    "/drivers",
    "/drivers/claims/{claim_token}",
    "/trucks/listing",
    "/trucks/{truck_id}",
    "/trucks/{truck_id}/load",
  ]);
});

describe("an operation of a group", () => {
  test.each([
    ["/trucks/listing", "get", "view", ["page", "per_page", "sort"], ""],
    ["/trucks/{truck_id}", "get", "view", ["If-None-Match"], "304 404"],
    ["/trucks/{truck_id}", "patch", "edit", ["If-Match"], "404 412"],
    ["/trucks/{truck_id}/load", "post", "load", ["Idempotency-Key", "gate"], "404"],
  ])("%s %s has its tag, permission, parameters and responses", (path, method, action, names, statuses) => {
    const found = operation(path, method);
    expect(found).toMatchObject({
      "x-provenance": "designed",
      tags: ["Trucks"],
      "x-permission": { resource: "trucks", action },
    });
    expect(namesOf(found)).toEqual(names);
    const own = Object.keys(found.responses).filter((status) => ["304", "404", "412"].includes(status));
    expect(own.join(" ")).toBe(statuses);
  });

  test("has the parameters that its path names, and an entity tag where the record has a version", () => {
    expect(bundled.paths["/trucks/{truck_id}"]).toMatchObject({
      parameters: [{ $ref: "#/components/parameters/truck_id" }],
    });
    const { responses } = operation("/trucks/{truck_id}", "get");
    expect(responses["304"]?.description).toBe("The truck has not changed.");
    expect(responses["404"]?.description).toBe("There is no such truck.");
    for (const status of ["200", "304"]) expect(responses[status]?.headers).toHaveProperty("ETag");
    expect(operation("/trucks/listing", "get").responses["200"]?.headers).not.toHaveProperty("ETag");
  });

  test("keeps what its author writes", async () => {
    const own = {
      file: "trucks.yaml",
      from: "    description: Changes a truck.\n",
      to: `    description: Changes a truck.
    x-provenance: documented
    tags: [Units]
    x-permission: { resource: units, action: view }
    parameters:
      - { name: if-match, in: header, description: By hand., schema: { $ref: scalars.yaml#/Text }, example: a }
`,
    };
    const changed = operation("/trucks/{truck_id}", "patch", (await bundleShort({ changes: [own] })) as Bundle);
    expect(changed).toMatchObject({
      "x-provenance": "documented",
      tags: ["Units"],
      "x-permission": { resource: "units", action: "view" },
    });
    expect(changed.parameters).toMatchObject([{ description: "By hand." }]);
  });

  test("takes required parameters before those of the conventions, and the others after them", async () => {
    const required = {
      file: "trucks.yaml",
      from: "      - name: gate\n",
      to: "      - name: gate\n        required: true\n",
    };
    const changed = (await bundleShort({ changes: [required] })) as Bundle;
    expect(namesOf(operation("/trucks/{truck_id}/load", "post", changed), changed)).toEqual([
      "gate",
      "Idempotency-Key",
    ]);
  });
});

describe("x-sort", () => {
  const of = async (keys: string): Promise<Bundle> => {
    const change = { file: "trucks.yaml", from: "[id, name, driver_name, updated_at,", to: keys };
    return (await bundleShort({ changes: [change] })) as Bundle;
  };

  test("is written out as both directions of each key, with a line for each", () => {
    const { TruckSort } = bundled.components.schemas;
    expect(TruckSort?.enum?.slice(0, 4)).toEqual(["id", "-id", "name", "-name"]);
    expect(TruckSort?.description?.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- `id`: by id",
      "- `-id`: by id, the highest first",
      "- `name`: by name",
      "- `-name`: by name, backwards",
      "- `driver_name`: by driver name",
      "- `-driver_name`: by driver name, backwards",
      "- `updated_at`: by the time of the last change",
      "- `-updated_at`: by the time of the last change, the latest first",
      "- `seen_at`: by the time of the last message",
      "- `-seen_at`: by the time of the last message, the latest first",
    ]);
  });

  test("may name a member of an object that records have on request", async () => {
    const nested = {
      file: "trucks.yaml",
      from: "    seen_at: {",
      to: `    state:
      type: object
      x-optional: only on request
      description: What it reports.
      properties:
        seen_at: {`,
    };
    const { components } = (await bundleShort({ changes: [nested] })) as Bundle;
    expect(components.schemas["TruckSort"]).toEqual(bundled.components.schemas["TruckSort"]);
  });

  test("says where null is, if a key can be null", async () => {
    const words = ({ parameters }: Operation) => parameters?.find(({ name }) => name === "sort")?.description;
    expect(words(operation("/trucks/listing", "get"))).toContain("null is last");
    expect(words(operation("/trucks/listing", "get", await of("[name,")))).not.toContain("null");
  });
});

test("the permission catalogue has the rows of the groups, with the titles that follow from their names", () => {
  expect(bundled.components.schemas["Permissions"]?.properties).toMatchObject({
    units: { title: "Units", properties: { actions: { properties: { view: { title: "View units" } } } } },
    trucks: {
      title: "Trucks",
      properties: {
        actions: {
          properties: {
            view: { title: "View trucks" },
            edit: { title: "Edit trucks" },
            load: { title: "Load trucks" },
          },
        },
      },
    },
  });
});

describe("is reported where it is written:", () => {
  const tag = "tag:\n  name: Trucks\n  description: What carries goods.\n";
  const group = (from: string, to: string): Change => ({ file: "trucks.group.yaml", from, to });
  const faults: [fault: string, change: Change, at: string, rule?: string][] = [
    ["a group without a tag", group(tag, ""), "tag:"],
    ["a tag without a description", group("  description: What carries goods.\n", ""), "  name: Trucks"],
    ["two groups with one tag", group("name: Trucks", "name: Drivers"), "name: Trucks"],
    ["a member that no group has", group("paths:", "path:"), "paths:"],
    ["a permission resource without actions", group("actions:", "action:"), "trucks: {"],
    ["a permission resource in two places", group("  trucks: {", "  units: {"), "trucks: {"],
    ["a path in two places", { file: "trucks.yaml", from: "/trucks/listing:", to: "/drivers:" }, "/trucks/listing:"],
    ["an action that the row lacks", group("[view, edit,", "[view,"), "operationId: trucksUpdate", "fleet/permission"],
    [
      "a path without operations",
      { file: "trucks.yaml", from: "/trucks/listing:\n", to: "/trucks/empty:\n/trucks/listing:\n" },
      "/trucks/listing:",
    ],
    [
      "a sort key that is no member of the record",
      { file: "trucks.yaml", from: "x-sort: [id,", to: "x-sort: [weight," },
      "TruckSort:",
    ],
    [
      "a time whose meaning nothing says",
      { file: "trucks.yaml", from: "{ seen_at: by the time of the last message }", to: "seen_at" },
      "TruckSort:",
    ],
    [
      "a number without a unit that is not marked",
      { file: "trucks.yaml", from: "      x-unitless: true\n", to: "" },
      "    axles:",
      "fleet/unit-suffix",
    ],
    [
      "an operation whose permission nothing says",
      { file: "trucks.yaml", from: "    x-permission: { resource: trucks, action: load }\n", to: "" },
      "operationId: trucksLoad",
      "fleet/permission",
    ],
    ["a group that says nothing of paths", group("paths: { $ref: trucks.yaml }\n", ""), "tag:"],
    ["a group whose paths are empty", group("{ $ref: trucks.yaml }", ""), "paths:"],
    ["paths that lead nowhere", group("trucks.yaml", "trucks.yaml#/paths"), "paths:"],
    ["a file of paths without a path", group("trucks.yaml", "scalars.yaml"), "paths:"],
    [
      "a path without a slash",
      { file: "trucks.yaml", from: "/trucks/listing:", to: "trucks/listing:" },
      "/trucks/listing:",
    ],
    ["groups without conventions", { file: "openapi.yaml", from: "x-conventions:", to: "x-convention:" }, "x-groups:"],
    [
      "conventions that are empty",
      { file: "openapi.yaml", from: /x-conventions:\n(?: .*\n)+/, to: "x-conventions:\n" },
      "x-conventions:",
    ],
    [
      "a group that leads nowhere",
      { file: "openapi.yaml", from: "trucks.group.yaml", to: "lorries.group.yaml" },
      "trucks.group.yaml",
    ],
  ];

  test.each(faults)("%s", async (_fault, change, at, rule = "fleet/conventions") => {
    const file = rule === "fleet/conventions" ? change.file : "trucks.yaml";
    const line = await lineOf(file, at);
    expect(await lintShort(change)).toContainEqual({ rule, file, line });
  });
});

test("a group may say that it has no operations", async () => {
  const none = { file: "trucks.group.yaml", from: "{ $ref: trucks.yaml }", to: "{}" };
  expect(await lintShort(none)).toEqual([]);
  const { tags, paths } = (await bundleShort({ changes: [none] })) as Bundle;
  expect(tags.map(({ name }) => name)).toContain("Trucks");
  expect(paths).not.toHaveProperty("/trucks/listing");
});

describe("a file that cannot be read is the only finding:", () => {
  const rest = /[^]*/;
  const unreadable: [fault: string, change: Change, at: [file: string, text: string]][] = [
    [
      "a missing file of paths",
      { file: "trucks.group.yaml", from: "trucks.yaml", to: "truck.yaml" },
      ["trucks.group.yaml", "paths:"],
    ],
    ["an empty file of paths", { file: "trucks.yaml", from: rest, to: "" }, ["trucks.group.yaml", "paths:"]],
    ["a file of comments", { file: "trucks.yaml", from: rest, to: "# None.\n" }, ["trucks.group.yaml", "paths:"]],
    ["a duplicate key", { file: "trucks.yaml", from: "\nTruck:", to: "\ntruck_id:" }, ["trucks.yaml", "Truck:"]],
    [
      "a tab",
      { file: "trucks.yaml", from: "  name: truck_id", to: "\tname: truck_id" },
      ["trucks.yaml", "name: truck_id"],
    ],
    [
      "a merge marker",
      { file: "trucks.yaml", from: "\nTruck:\n", to: "\n<<<<<<< HEAD\nTruck:\n" },
      ["trucks.yaml", "type: object"],
    ],
    [
      "a group file that does not parse",
      { file: "trucks.group.yaml", from: "permissions:", to: "tag:" },
      ["trucks.group.yaml", "permissions:"],
    ],
    ["shared schemas that do not parse", { file: "scalars.yaml", from: "Text:", to: "Id:" }, ["scalars.yaml", "Text:"]],
    [
      "missing shared schemas",
      { file: "openapi.yaml", from: "errors.yaml#/Permissions", to: "rights.yaml#/Permissions" },
      ["openapi.yaml", "  permissions:"],
    ],
  ];

  test.each(unreadable)("%s", async (_fault, change, [file, text]) => {
    expect(await lintShort(change)).toEqual([{ rule: "fleet/conventions", file, line: await lineOf(file, text) }]);
  });
});
