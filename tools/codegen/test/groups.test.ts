import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { homesOf, importsOf } from "../src/emit/names.ts";
import { checkedInFiles } from "../src/generate.ts";
import { layOut, refuseUnused } from "../src/groups.ts";
import { readOperations } from "../src/operations.ts";
import { placesOf, type SchemaFile } from "../src/places.ts";
import { done } from "./support/document.ts";

const pathFile = (folder: string): SchemaFile => {
  return { folder, path: `resources/${folder}/paths.yaml`, text: `/${folder}/get: { get: {} }` };
};

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A document with GET /units/get of Unit, and GET /vehicles/get of Vehicle. */
function documentOf(
  schemas: Record<string, Schema>,
  ids: [string, string] = ["unitsGet", "vehiclesGet"],
): OpenApiDocument {
  const responses = (name: string) => ({
    "200": {
      description: "It.",
      content: { "application/json": { schema: { type: "object", properties: { data: ref(name) } } } },
    },
  });
  return {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    paths: {
      "/units/get": { get: { operationId: ids[0], responses: responses("Unit") } },
      "/vehicles/get": { get: { operationId: ids[1], responses: responses("Vehicle") } },
    },
    components: { schemas },
  };
}

const record = (member: Schema): Schema => ({ type: "object", properties: { other: member } });
const usual = { Vehicle: record(ref("Unit")), Unit: record({ type: "integer", format: "int64" }), Money: record({}) };
const file = (folder: string, text: string): SchemaFile => ({ folder, path: `${folder}/schemas.yaml`, text });
const usualFiles = [
  file("shared", "Money: { type: object }"),
  pathFile("units"),
  pathFile("vehicles"),
  file("units", "Unit: { type: object }"),
  file("vehicles", "Vehicle: { type: object }"),
];

/** The generated files of a document, by name. */
function filesOf(document: OpenApiDocument, files: SchemaFile[] = usualFiles): Record<string, string> {
  const operations = readOperations(document);
  const permissions = { type: "object", properties: {} };
  const all = { ...document, components: { schemas: { ...document.components.schemas } } };
  const places = placesOf(files);
  const layout = layOut(all, operations, places);
  all.components.schemas["Permissions"] = permissions;
  const artefacts = checkedInFiles({ marked: all, document: all, operations, layout, places });
  return Object.fromEntries(artefacts.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
}

describe("the layout", () => {
  test("puts operations and schemas into the file of their folder, in the order of the files", () => {
    const files = filesOf(documentOf(usual));
    expect(Object.keys(files)).toEqual(["units.ts", "vehicles.ts", "shared.ts", "index.ts", "permissions.ts"]);
    expect(files["units.ts"]).toContain("export interface Unit { other?: Int64 }");
    expect(files["units.ts"]).toContain('import type { Int64 } from "./shared.ts";');
    expect(files["vehicles.ts"]).toContain('import type { Unit } from "./units.ts";');
    expect(files["shared.ts"]).toContain("export interface Money { other?: unknown }");
    expect(files["index.ts"]).toContain("extends UnitsOperationTypes, VehiclesOperationTypes {}");
    expect(files["index.ts"]).not.toContain("unitsGet");
  });

  test("takes what no group with operations declares for shared", () => {
    const files = [...usualFiles.slice(1), file("drivers", "Money: { type: object }")];
    expect(filesOf(documentOf(usual), files)["shared.ts"]).toContain("export interface Money");
  });

  test.each(["permissions", "index", "shared", "call", "handlers", "2fa", "Units"])(
    "refuses a folder %s, whose file another one is",
    (folder) => {
      const document = documentOf(usual);
      const elsewhere = placesOf(usualFiles.map((each) => (each.folder === "units" ? { ...each, folder } : each)));
      expect(() => layOut(document, readOperations(document), elsewhere)).toThrow(`spec/resources/${folder}`);
    },
  );

  test("takes schemas for types, and neither parameters nor what else a file declares", () => {
    const parts = ["Money: { in: query, schema: { type: string } }", "Unit: { description: It., content: {} }"];
    const others = parts.map((text, at) => ({ folder: "drivers", path: `drivers/${at}.yaml`, text }));
    const scheme = file("drivers", "Vehicle: { type: http, scheme: bearer }");
    const { schemas, duplicates } = placesOf([...usualFiles, ...others, scheme]);
    expect([...schemas]).toEqual([...placesOf(usualFiles).schemas]);
    expect([...duplicates]).toEqual([]);
  });

  test("refuses a name that two folders declare", () => {
    const files = [...usualFiles, file("drivers", "Unit: { type: object }")];
    expect(() => filesOf(documentOf(usual), files)).toThrow(
      "schema Unit (of unitsGet, vehiclesGet) is declared in units/schemas.yaml and in drivers/schemas.yaml",
    );
    // A name that is no schema of the contract may be used twice.
    expect(() => filesOf(documentOf(usual), [...usualFiles, file("drivers", "Money: { type: object }")])).toThrow(
      "schema Money",
    );
    expect(() =>
      filesOf(documentOf(usual), [...usualFiles, file("drivers", "x: {}"), file("tests", "x: {}")]),
    ).not.toThrow();
  });

  test("refuses an operation without a folder, and a group of the facade in two folders", () => {
    const places = placesOf(usualFiles);
    const inline = documentOf(usual);
    inline.paths = {
      "/inline/get": { get: { operationId: "inlineGet", responses: { "200": done } } },
    };
    expect(() => layOut(inline, readOperations(inline), places)).toThrow(
      "inlineGet: write /inline/get in spec/resources/<group>/paths.yaml",
    );
    const split = documentOf(usual);
    split.paths = { "/units/get": {}, ...split.paths, "/units/old": split.paths["/units/get"] ?? {} };
    const paths = new Map([...places.paths, ["/units/old", "vehicles"]]);
    expect(() => layOut(split, readOperations(split), { ...places, paths })).toThrow(
      "unitsGet is in resources/vehicles, but fleet.units is in resources/units",
    );
  });

  test("refuses a path that no group refers to", () => {
    const places = placesOf([...usualFiles, pathFile("drivers")]);
    expect(() => refuseUnused(documentOf(usual), placesOf(usualFiles))).not.toThrow();
    expect(() => refuseUnused(documentOf(usual), places)).toThrow(
      "No group refers to /drivers/get of spec/resources/drivers/paths.yaml. Write paths: { $ref: paths.yaml } in spec/resources/drivers/group.yaml.",
    );
  });

  test("refuses files that would import each other", () => {
    const circle = { ...usual, Unit: record(ref("Vehicle")) };
    expect(() => filesOf(documentOf(circle))).toThrow(
      "schema Vehicle (of unitsGet, vehiclesGet) closes a circle: units uses Vehicle of vehicles, and vehicles uses Unit of units",
    );
    const shared = { ...usual, Money: record(ref("Unit")), Unit: record(ref("Money")) };
    expect(() => filesOf(documentOf(shared))).toThrow("shared uses Unit of units, and units uses Money of shared");
  });

  test("names schema and operations in errors of the emitters", () => {
    const wrong = { ...usual, Unit: JSON.parse('{ "type": "object", "patternProperties": {} }') };
    expect(() => filesOf(documentOf(wrong))).toThrow(
      "schema Unit (of unitsGet, vehiclesGet): codegen has no type for patternProperties",
    );
  });
});

describe("names", () => {
  const layoutOf = (document: OpenApiDocument) => layOut(document, readOperations(document), placesOf(usualFiles));

  test("of records may not be those of other types", () => {
    for (const name of ["Call", "UnitsGetInput", "VehiclesApi", "Int64", "OperationTypes"]) {
      const document = documentOf({ ...usual, [name]: record({}) });
      expect(() => homesOf(layoutOf(document))).toThrow(
        `schema ${name} of shared/, which all operations may use: the name`,
      );
    }
  });

  test("are imported from where they are declared, in one order", () => {
    const homes = homesOf(layoutOf(documentOf(usual)));
    const used = new Set(["Vehicle", "Unit", "Money", "Call", "Ok", "Promise"]);
    expect(importsOf(used, homes, "vehicles")).toBe(`import type { Call, Ok } from "../call.ts";
import type { Money } from "./shared.ts";
import type { Unit } from "./units.ts";
`);
    expect(importsOf(used, homes, "handlers", true)).toContain('import type { Unit } from "../generated/units.ts";');
  });
});

describe("files that the bundler cannot read", () => {
  const files = (text: string): SchemaFile[] => [{ folder: "units", path: "resources/units/paths.yaml", text }];

  test.each([
    ['A: { $ref: "#/B" }\nB: { $ref: "#/A" }\n', "A in spec/resources/units/paths.yaml leads to itself."],
    ["a: [\n", "spec/resources/units/paths.yaml: "],
  ])("are named: %j", (text, message) => {
    expect(() => placesOf(files(text))).toThrow(message);
  });
});
