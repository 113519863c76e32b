import { parseDocument } from "yaml";

type Path = readonly (string | number)[];

/** A fault that is put into a copy of the real contract, at a place of its own, and what must be said about it. */
export interface Seed {
  name: string;
  path: Path;
  /** What stands there instead; without it, what stood there is taken away. */
  value?: unknown;
  /** `[rule, place]` of every problem. */
  expected: readonly (readonly [rule: string, place: string])[];
}

const login: Path = ["paths", "/auth/login", "post"];
const listing: Path = ["paths", "/units/listing", "get"];
const getting: Path = ["paths", "/units/{unit_id}", "get"];
const success: Path = ["responses", "200", "content", "application/json", "examples"];
const user: Path = [...login, ...success, "example", "value", "data"];
const unit: Path = [...listing, ...success, "example", "value", "data", 0];
const schemas: Path = ["components", "schemas"];

/** Where a fault in the example of a success is reported. */
const inUser = readable(user);
const inUnit = readable(unit);

export const seeds: readonly Seed[] = [
  {
    name: "a key that looks real in the example of a secret",
    path: [...user, "file_upload", "api_key"],
    value: "DemoDemo1DemoDemo1DemoDe",
    expected: [["fleet/secret-placeholders", `${inUser}/file_upload/api_key`]],
  },
  {
    name: "a token in a field that is no secret",
    path: [...user, "accessed_route"],
    value: "/auth/registration/00112233445566778899aabbccddeeff",
    expected: [["fleet/secret-placeholders", `${inUser}/accessed_route`]],
  },
  {
    name: "an operation without its permission",
    path: [...listing, "x-permission"],
    expected: [["fleet/permission", "/units/listing/get"]],
  },
  {
    name: "a path with servers of its own",
    path: ["paths", "/units/listing", "servers"],
    value: [{ url: "http://127.0.0.1:4081", description: "Another service." }],
    expected: [["fleet/supported", "/units/listing/servers"]],
  },
  {
    name: "an example of the wrong type",
    path: [...unit, "id"],
    value: "one",
    expected: [["no-invalid-media-type-examples", `${inUnit}/id`]],
  },
  {
    name: "an example with a property that nobody described",
    path: [...unit, "colour"],
    value: "red",
    expected: [["no-invalid-media-type-examples", `${inUnit}/colour`]],
  },
  {
    name: "a success without its example",
    path: [...getting, ...success],
    expected: [["fleet/examples", "/units/{unit_id}/get/responses/200/content/application/json"]],
  },
  {
    name: "a 503 that does not say how long to wait",
    path: [...listing, "responses", "503", "headers", "Retry-After"],
    expected: [["fleet/convention-headers", "/units/listing/get/responses/503"]],
  },
  {
    name: "a property that need not be there",
    path: [...schemas, "SimCard", "required", 0],
    expected: [["fleet/required-properties", "#/components/schemas/SimCard/properties/iccid"]],
  },
  {
    name: "a text without an end",
    path: [...schemas, "Unit", "properties", "name", "maxLength"],
    expected: [["fleet/bounded", "#/components/schemas/Unit/properties/name"]],
  },
  {
    name: "an id that JavaScript rounds",
    path: [...schemas, "Unit", "properties", "id", "maximum"],
    value: 9007199254740992,
    expected: [
      ["fleet/bounded", "#/components/schemas/Unit/properties/id"],
      ["fleet/ids", "#/components/schemas/Unit/properties/id"],
    ],
  },
];

/** A place below `paths`, as problems name it. */
function readable([, ...path]: Path): string {
  return path.join("/");
}

/**
 * The contract with all faults in it: to lint it once for each would take ten times as long. Throws when a place is gone,
 * or the seed would prove nothing.
 */
export function planted(contract: string, faults: readonly Seed[]): string {
  const document = parseDocument(contract);
  for (const { name, path, value } of faults) {
    const above = path.slice(0, -1);
    if (!document.hasIn(value === undefined ? path : above)) throw new Error(`"${name}" has no place in the contract`);
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
  }
  return document.toString();
}
