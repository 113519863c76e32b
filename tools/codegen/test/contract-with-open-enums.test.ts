import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rootUrl } from "../src/artefact.ts";
import { type Contract, readContract } from "../src/contract.ts";
import { documentedOnly } from "../src/documented.ts";
import { exampleErrors } from "../src/example-errors.ts";
import { generate } from "../src/generate.ts";
import { completionsAt, cursor, shownTypes, typeErrors } from "./support/type-check.ts";

const source = "packages/contract/src";
const lib = ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"];

let root: URL;
let contract: Contract;
let files: Record<string, string>;

/** The contract in which the lifecycle state of a unit is an open enum, as where its odometer comes from is. */
beforeAll(async () => {
  root = pathToFileURL(`${await mkdtemp(join(tmpdir(), "codegen-open-"))}/`);
  for (const part of ["openapi.yaml", "resources", "shared"]) {
    await cp(new URL(`spec/${part}`, rootUrl), new URL(`spec/${part}`, root), { recursive: true });
  }
  const schemas = new URL("spec/resources/units/schemas.yaml", root);
  const text = await readFile(schemas, "utf8");
  const open = text.replace(/^( *)enum: \[in_stock, .*\n/m, "$&$1x-open-enum: true\n$1maxLength: 40\n");
  await writeFile(schemas, open);
  contract = await readContract(root);
  const artefacts = await generate(contract);
  files = Object.fromEntries(artefacts.map(({ path, text: content }) => [path, content]));
});
afterAll(() => rm(root, { recursive: true }));

const states = ["in_stock", "active", "suspended", "faulty", "decommissioned"];

describe("the contract with open enums", () => {
  test("has them in the form of the bundle, with what people read", () => {
    const { UnitLifecycleStatus: status, UnitState: state } = contract.document.components.schemas;
    expect(status).toMatchObject({
      anyOf: [
        { type: "string", enum: states },
        { type: "string", maxLength: 40 },
      ],
      "x-open-enum": true,
      description: expect.stringContaining("- `active`: in use"),
      examples: ["active"],
    });
    expect(state?.properties?.["odometer_source"]?.anyOf).toEqual([
      { type: "string", enum: ["gps", "can", "obd", "device", "manual"] },
      { type: "string", maxLength: 32 },
      { type: "null" },
    ]);
  });

  test("has the same documented part, because the values of an enum are designed", async () => {
    expect(documentedOnly(contract.marked)).toEqual(documentedOnly((await readContract()).marked));
  });

  test("has examples with any string in responses, and with known ones in requests", () => {
    expect(exampleErrors(contract.document).errors).toEqual([]);
    const planted = structuredClone(contract.document);
    const { get: listing } = planted.paths["/units/listing"] ?? {};
    const odometer = planted.components.schemas["UnitState"]?.properties?.["odometer_source"];
    if (odometer !== undefined) odometer.examples = ["satellite"];
    expect(exampleErrors(planted).errors).toEqual([]);
    const parameter = listing?.parameters?.find(({ name }) => name === "lifecycle_status");
    if (parameter !== undefined) parameter.example = ["active", "hibernating"];
    expect(exampleErrors(planted).errors).toEqual([
      "unitsListing lifecycle_status /1 must be equal to one of the allowed values",
    ]);
    // The schema is one of requests, too.
    const status = planted.components.schemas["UnitLifecycleStatus"];
    if (status !== undefined) status.examples = ["hibernating"];
    expect(exampleErrors(planted).errors).toHaveLength(2);
  });
});

describe("its types", () => {
  const checked = (text: string): string[] => typeErrors({ [`${source}/program.ts`]: text, ...files }, lib);
  const imports = `import type { Unit, UnitLifecycleStatus, UnitsListingInput, UnitState } from "./generated/units.ts";
import type { HandlerTypes } from "./built/handlers.ts";
import type { components, paths } from "./built/openapi.ts";
import type { OperationTypes } from "./generated/index.ts";
type Row = OperationTypes["unitsListing"]["success"]["data"][number];
type Query = paths["/units/listing"]["get"]["parameters"]["query"];
declare const unit: Unit;
declare const state: UnitState;
`;

  test("name the known strings, and take any other", () => {
    expect(
      checked(`${imports}
export const other: string = "hibernating";
export const statuses: UnitLifecycleStatus[] = ["active", "hibernating", other];
export const record: Pick<Unit, "lifecycle_status"> & Pick<UnitState, "odometer_source"> = {
  lifecycle_status: other,
  odometer_source: null,
};
export const input: UnitsListingInput = { query: { lifecycle_status: ["active", other] } };
export const raw: Query = { lifecycle_status: ["active", other] };
export const data: HandlerTypes["unitsListing"]["replies"][200]["data"][number]["state"] = {
  ...state,
  odometer_source: "satellite",
};
export const query: HandlerTypes["unitsListing"]["query"]["lifecycle_status"] = [other];
export const same: components["schemas"]["UnitLifecycleStatus"] = other;
export const text: string = unit.lifecycle_status;
`),
    ).toEqual([]);
  });

  test.each([
    ["a value that is no string", "export const status: UnitLifecycleStatus = 1;"],
    ["null where there is none", "export const status: UnitLifecycleStatus = null;"],
    ["a string where null may come", "export const text: string = state.odometer_source;"],
    [
      "a switch that counts on the known values",
      `export function word(): string { switch (unit.lifecycle_status) { ${states.map((state) => `case "${state}": return "";`).join(" ")} } }`,
    ],
  ])("refuse %s", (_what, program) => {
    expect(checked(`${imports}${program}\n`)).toHaveLength(1);
  });

  test("are unions by name, wherever they come from", () => {
    const text = `${imports}
export const status = unit.lifecycle_status;
export const source = state.odometer_source;
declare const row: Row;
export const shown = row.state?.odometer_source;
declare const fetched: components["schemas"]["UnitState"];
export const raw = fetched.odometer_source;
`;
    expect(shownTypes({ [`${source}/program.ts`]: text, ...files }, lib)).toEqual({
      status: "UnitLifecycleStatus",
      source: expect.stringMatching(/"gps" \| "can" \| "obd" \| "device" \| "manual"/),
      shown: expect.stringContaining('"gps"'),
      // Of openapi-fetch, which takes `string & {}` for an object.
      raw: "string | null",
    });
  });

  test.each([
    ["in a switch", `switch (unit.lifecycle_status) { case "${cursor}": }`],
    ["in a filter", `export const input: UnitsListingInput = { query: { lifecycle_status: ["${cursor}"] } };`],
  ])("let an editor offer the known strings %s", (_place, program) => {
    const offered = completionsAt({ [`${source}/program.ts`]: `${imports}${program}\n`, ...files }, lib);
    expect(offered).toEqual(expect.arrayContaining(states));
  });
});
