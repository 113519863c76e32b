import { beforeAll, describe, expect, test } from "vitest";
import { bundleShort, lineOf, lintShort } from "./authoring.ts";

/** The part of a bundle that is looked at here. */
interface Bundle {
  "x-conventions"?: object;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, { required?: string[]; properties: Record<string, unknown> }>>;
}

interface Operation {
  parameters?: object[];
  requestBody?: Media & { "x-max-body-bytes"?: number };
  responses: Record<string, Media & { "x-problem-codes"?: string[]; headers: Record<string, unknown>; links?: object }>;
}

interface Media {
  content: Record<string, { examples: Record<string, { value: { data?: object; instance?: string } }> }>;
}

/** What the fixture says of the strings of requests. */
const noNul = "^[^\\x00]*$";

/** What the fixture says of the permission of a change. */
const changed = `    description: Changes a driver.
    x-permission: self
    parameters:
`;

let bundled: Bundle;
const operation = (path: string, method: string) => bundled.paths[path]?.[method];
const statuses = (path: string, method: string) => Object.keys(operation(path, method)?.responses ?? {});
const schema = (name: string) => bundled.components["schemas"]?.[name];

beforeAll(async () => {
  bundled = (await bundleShort()) as Bundle;
});

test("a contract in the short form has no problem, and no name twice", async () => {
  expect(await lintShort()).toEqual([]);
  expect(Object.keys(bundled.components["schemas"] ?? {}).toSorted()).toEqual(
    "Driver DriverEnvelope DriverUpdate Grant Notices Pagination PermissionTitle Permissions Problem ProblemCode Site Token Truck TruckEnvelope TruckPage TruckSort TruckUpdate Unit UnitEnvelope UnitKind UnitPage".split(
      " ",
    ),
  );
});

test("completing it twice changes nothing", async () => {
  const change = { file: "units.yaml", from: "    x-ends-session: true\n", to: "" };
  const once = await bundleShort({ changes: [change] });
  expect(await bundleShort({ changes: [change], again: true })).toEqual(once);
});

describe("responses", () => {
  test.each([
    ["/drivers/{driver_id}", "post", "200 400 401 404 413 415 422 429 500 503"],
    // Optional authentication: a token that is not valid counts as none.
    ["/drivers/claims/{claim_token}", "get", "200 400 422 429 500 503"],
    ["/units/listing", "get", "200 400 401 403 422 429 500 503"],
  ])("%s has those that follow from it", (path, method, expected) => {
    expect(statuses(path, method).join(" ")).toBe(expected);
  });

  test("of one status are joined, if their codes differ", async () => {
    const conventions = `    change:
      "404": { $ref: errors.yaml#/Denied }
    idempotency_key:
      "422": { $ref: errors.yaml#/NotFound }
    body:\n`;
    const ifMatch = `    parameters:
      - { name: If-Match, in: header, description: The tag., schema: { $ref: scalars.yaml#/Text }, example: a }\n`;
    const changes = [
      { file: "openapi.yaml", from: "    body:\n", to: conventions },
      {
        file: "drivers.yaml",
        from: changed,
        to: changed.replace("self\n    parameters:\n", `{ resource: units, action: view }\n${ifMatch}`),
      },
    ];
    const { paths } = (await bundleShort({ changes })) as Bundle;
    const codes = (path: string, method: string, status: string) => {
      const response = paths[path]?.[method]?.responses[status];
      const examples = Object.keys(response?.content["application/problem+json"]?.examples ?? {});
      expect(response?.["x-problem-codes"]).toEqual(response === undefined ? undefined : examples);
      return examples;
    };
    expect(codes("/drivers", "post", "422")).toEqual(["validation_failed", "not_found"]);
    expect(codes("/drivers", "post", "404")).toEqual([]);
    // A POST that needs a permission takes an Idempotency-Key.
    expect(codes("/drivers/{driver_id}", "post", "422")).toEqual(["validation_failed", "not_found"]);
    expect(codes("/drivers/{driver_id}", "post", "404")).toEqual(["not_found", "permission_denied"]);
    expect(codes("/drivers/{driver_id}", "post", "412")).toEqual(["validation_failed"]);
    expect(codes("/drivers/{driver_id}", "get", "404")).toEqual(["not_found"]);
  });

  test("of changes are not those of an operation that a suspension allows", async () => {
    const permitted = changed.replace("self\n", "{ resource: units, action: view }\n");
    const allowed = permitted.replace("    parameters:\n", "    x-allows-suspended: true\n    parameters:\n");
    const responsesWith = async (to: string) => {
      const conventions = '    change:\n      "409": { $ref: errors.yaml#/Denied }\n    body:\n';
      const { paths } = (await bundleShort({
        changes: [
          { file: "openapi.yaml", from: "    body:\n", to: conventions },
          { file: "drivers.yaml", from: changed, to },
        ],
      })) as Bundle;
      return paths["/drivers/{driver_id}"]?.["post"];
    };
    expect(Object.keys((await responsesWith(permitted))?.responses ?? {})).toContain("409");
    const left = await responsesWith(allowed);
    expect(left).not.toHaveProperty("x-allows-suspended");
    expect(left?.responses["409"]).toBeUndefined();
  });

  test("of the key are not those of an operation that is safe to repeat, which says so to its readers", async () => {
    const permitted = changed.replace("self\n", "{ resource: units, action: view }\n");
    const safe = permitted.replace("    parameters:\n", "    x-idempotent: true\n    parameters:\n");
    const postWith = async (to: string) => {
      const conventions = '    idempotency_key:\n      "409": { $ref: errors.yaml#/NotFound }\n    body:\n';
      const { paths } = (await bundleShort({
        changes: [
          { file: "openapi.yaml", from: "    body:\n", to: conventions },
          { file: "drivers.yaml", from: changed, to },
        ],
      })) as Bundle;
      return paths["/drivers/{driver_id}"]?.["post"];
    };
    expect(Object.keys((await postWith(permitted))?.responses ?? {})).toContain("409");
    const left = await postWith(safe);
    expect(left).toHaveProperty("x-idempotent", true);
    expect(left?.responses["409"]).toBeUndefined();
    expect(JSON.stringify(left?.parameters)).not.toContain("IdempotencyKey");
  });

  test("a newer token may come with all but a 401, and not at the end of a session", () => {
    const withToken = (path: string, method: string) =>
      Object.entries(operation(path, method)?.responses ?? {})
        .filter(([, { headers }]) => headers["Authorization"] !== undefined)
        .map(([status]) => status);
    expect(withToken("/drivers/{driver_id}", "post").join(" ")).toBe("200 400 404 413 415 422 429 500 503");
    expect(withToken("/drivers/claims/{claim_token}", "get").join(" ")).toBe("200 400 422 429 500 503");
    expect(withToken("/units/leave", "post").join(" ")).toBe("400 422 429 500 503");
  });

  test("a success says that it is a replay where the operation takes an Idempotency-Key", async () => {
    const headers = "    token:\n      Authorization";
    const to = `    idempotency_key:\n      Again: { $ref: ../shared.yaml#/RequestId }\n${headers}`;
    const { paths } = (await bundleShort({ changes: [{ file: "openapi.yaml", from: headers, to }] })) as Bundle;
    const withHeader = Object.entries(paths).flatMap(([path, { parameters: _shared, ...methods }]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, { headers: all }]) => all["Again"] !== undefined)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(withHeader).toEqual(["post /drivers 201", "post /trucks/{truck_id}/load 200"]);
  });

  test("each operation that refers to a shared Idempotency-Key shows a key of its own", async () => {
    const written = `      - name: Idempotency-Key
        in: header
        required: true
        description: Makes a repeated request create nothing.
        schema: { type: string, maxLength: 64, pattern: "^[a-z]+$" }
        example: abc
`;
    const key = "0b3f6c1e-6f0a-4c55-9f5e-2f7a1d9c4b10";
    const shared = (example: string) => [
      { file: "drivers.yaml", from: written, to: '      - $ref: "#/key"\n' },
      {
        file: "drivers.yaml",
        from: "Driver:\n",
        to: `key: { name: Idempotency-Key, in: header, description: A key., schema: { type: string }, example: ${example} }\nDriver:\n`,
      },
      {
        file: "units.yaml",
        from: "    x-ends-session: true\n",
        to: "    x-ends-session: true\n    parameters: [{ $ref: drivers.yaml#/key }]\n",
      },
    ];
    const { paths } = (await bundleShort({ changes: shared(key) })) as Bundle;
    const keys = ["/drivers", "/units/leave"].map((path) => Object(paths[path]?.["post"]?.parameters?.[0]).example);
    expect(new Set([...keys, key]).size).toBe(3);
    for (const one of keys) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    // Whoever writes keys of another form keeps them.
    const kept = (await bundleShort({ changes: shared("abc") })) as Bundle;
    expect(JSON.stringify(kept)).toContain('"example":"abc"');
    expect(JSON.stringify(bundled)).toContain('"example":"abc"');
  });

  test("an error shows its operation, without secrets", () => {
    const error = (path: string, method: string, status: string) =>
      operation(path, method)?.responses[status]?.content["application/problem+json"]?.examples;
    expect(error("/drivers/{driver_id}", "post", "404")?.["not_found"]?.value).toEqual({
      status: 404,
      detail: "There is no such driver.",
      instance: "/api/v1/drivers/7",
      code: "not_found",
    });
    expect(error("/drivers/claims/{claim_token}", "get", "400")?.["malformed_request"]?.value.instance).toBe(
      "/api/v1/drivers/claims/:claim_token",
    );
    expect(error("/drivers/{driver_id}", "get", "400")?.["malformed_request"]).toMatchObject({
      value: { status: 400, detail: "Cannot be parsed.", instance: "/api/v1/drivers/7", code: "malformed_request" },
    });
    expect(error("/units/listing", "get", "422")?.["validation_failed"]?.value).toMatchObject({
      status: 422,
      detail: "It accepts page, per_page.",
      code: "validation_failed",
    });
    expect(error("/units/leave", "post", "422")?.["validation_failed"]?.value).toMatchObject({
      detail: "It has no query parameters.",
    });
    expect(error("/units/listing", "get", "403")?.["permission_denied"]?.value).toMatchObject({
      detail: "Needs units.view (View units).",
    });
  });

  test("the conventions themselves are not published", () => {
    expect(bundled["x-conventions"]).toBeUndefined();
    expect(JSON.stringify(bundled)).not.toMatch(/x-(?:inline|detail|ends-session)/);
  });
});

test("a page links to the next one, and what was created to the operation that reads it", () => {
  const linksOf = (path: string, method: string, status: string) => operation(path, method)?.responses[status]?.links;
  expect(linksOf("/units/listing", "get", "200")).toEqual({
    next_page: {
      operationId: "unitsListing",
      parameters: { "query.per_page": "$request.query.per_page" },
      description: "The next page.",
    },
  });
  expect(linksOf("/drivers", "post", "201")).toEqual({
    get: {
      operationId: "driversGet",
      parameters: { "path.driver_id": "$response.body#/data/id" },
      description: "The record that was created.",
    },
  });
  expect(linksOf("/drivers/{driver_id}", "post", "200")).toBeUndefined();
});

test.each([
  ["cannot be read", { file: "drivers.yaml", from: "operationId: driversGet", to: "operationId: driversFetch" }],
  ["has no id", { file: "drivers.yaml", from: "    id: {", to: "    number: {" }],
  [
    "is read by two path parameters",
    {
      file: "drivers.yaml",
      from: "        description: Which driver to read.",
      to: "        description: Which driver to read.\n        schema: { $ref: scalars.yaml#/Id }\n      - name: part\n        in: path\n        required: true\n        description: Which part.",
    },
  ],
])("what is created and %s has no link", async (_what, change) => {
  const { paths } = (await bundleShort({ changes: [change] })) as Bundle;
  expect(paths["/drivers"]?.["post"]?.responses["201"]?.links).toBeUndefined();
});

test("a link by hand stays, and headers of a page are not passed on", async () => {
  const change = {
    file: "units.yaml",
    from: '      - $ref: ../shared.yaml#/PerPage\n    responses:\n      "200":\n',
    to: '      - $ref: ../shared.yaml#/PerPage\n      - { name: If-None-Match, in: header, description: A tag., schema: { type: string, maxLength: 9 }, example: a }\n    responses:\n      "200":\n        links: { next_page: { operationId: unitsLeave, description: By hand. } }\n'.replace(
      "{ next_page",
      "{ last: { operationId: unitsLeave, description: By hand. }, next_page",
    ),
  };
  const { paths } = (await bundleShort({ changes: [change] })) as Bundle;
  expect(paths["/units/listing"]?.["get"]?.responses["200"]?.links).toEqual({
    next_page: { operationId: "unitsLeave", description: "By hand." },
    last: { operationId: "unitsLeave", description: "By hand." },
  });
  const derived = (await bundleShort({
    changes: [{ ...change, to: change.to.replace(/        links:.*\n/, "") }],
  })) as Bundle;
  expect(derived.paths["/units/listing"]?.["get"]?.responses["200"]?.links).toMatchObject({
    next_page: { parameters: { "query.per_page": "$request.query.per_page" } },
  });
  expect(JSON.stringify(derived.paths["/units/listing"]?.["get"]?.responses["200"]?.links)).not.toContain(
    "If-None-Match",
  );
});

test("a 304 has the headers of every response, and no links", async () => {
  const change = {
    file: "units.yaml",
    from: '      - $ref: ../shared.yaml#/PerPage\n    responses:\n      "200":\n',
    to: '      - $ref: ../shared.yaml#/PerPage\n    responses:\n      "304": { description: Nothing has changed. }\n      "200":\n',
  };
  const { paths } = (await bundleShort({ changes: [change] })) as Bundle;
  const { responses } = paths["/units/listing"]?.["get"] ?? {};
  expect(Object.keys(responses?.["304"] ?? {})).toEqual(["description", "headers"]);
  expect(Object.keys(responses?.["304"]?.headers ?? {})).toEqual(Object.keys(responses?.["200"]?.headers ?? {}));
  expect(responses?.["200"]?.links).toHaveProperty("next_page");
});

test("a request body has the size of the conventions, unless its author says another", async () => {
  const bytes = (bundle: Bundle) => bundle.paths["/drivers"]?.["post"]?.requestBody?.["x-max-body-bytes"];
  expect(bytes(bundled)).toBe(1000);
  const change = {
    file: "drivers.yaml",
    from: "required: true\n      description: The driver.",
    to: "required: true\n      x-max-body-bytes: 5\n      description: The driver.",
  };
  expect(bytes((await bundleShort({ changes: [change] })) as Bundle)).toBe(5);
});

test("strings of requests have the pattern of the conventions, unless their author says what they are", async () => {
  const changes = [
    { file: "drivers.yaml", from: "description: The new name. }", to: "description: The new name., pattern: ^A }" },
    {
      file: "drivers.yaml",
      from: 'nickname: { $ref: "#/Driver/properties/nickname" }',
      to: 'nickname: { $ref: "#/Driver/properties/nickname", propertyNames: { type: string, maxLength: 5 } }',
    },
  ];
  const { components, paths } = (await bundleShort({ changes })) as Bundle;
  expect(components["schemas"]?.["DriverUpdate"]?.properties).toMatchObject({
    name: { pattern: "^A" },
    nickname: { pattern: noNul, propertyNames: { pattern: noNul } },
  });
  // A hint for forms says nothing of the value, so a secret has the pattern as well.
  expect(paths["/drivers/claims/{claim_token}"]?.["get"]?.parameters).toMatchObject([
    { schema: { format: "password", pattern: noNul } },
  ]);
  expect(JSON.stringify(components["schemas"]?.["Driver"])).not.toContain("pattern");
});

describe("schemas", () => {
  const own = `properties:
    name: { $ref: "#/Driver/properties/name", description: The new name. }
    nickname: { $ref: "#/Driver/properties/nickname" }
    class: { $ref: "#/Driver/properties/class" }
`;

  test("a reference to all properties of another schema is written out", async () => {
    const changes = [{ file: "drivers.yaml", from: own, to: 'properties: { $ref: "#/Driver/properties" }\n' }];
    const { components } = (await bundleShort({ changes })) as Bundle;
    const { Driver, DriverUpdate } = components["schemas"] ?? {};
    const names = Object.keys(Driver?.properties ?? {});
    expect(names).toContain("unit_name");
    expect(Object.keys(DriverUpdate?.properties ?? {})).toEqual(names);
    expect(JSON.stringify(DriverUpdate)).not.toContain("Driver/properties");
  });

  test("properties next to a reference to all of another schema stay in front of it or behind it", async () => {
    const to = `properties:
    first: { $ref: "#/Driver/properties/nickname" }
    class: { $ref: "#/Driver/properties/class", description: The new class. }
    $ref: "#/Driver/properties"
    last: { $ref: "#/Driver/properties/nickname" }
    name: { $ref: "#/Driver/properties/name", description: The new name. }
`;
    const { components } = (await bundleShort({ changes: [{ file: "drivers.yaml", from: own, to }] })) as Bundle;
    const { Driver, DriverUpdate } = components["schemas"] ?? {};
    const others = Object.keys(Driver?.properties ?? {}).filter((name) => name !== "class");
    expect(Object.keys(DriverUpdate?.properties ?? {})).toEqual(["first", "class", ...others, "last"]);
    expect(DriverUpdate?.properties).toMatchObject({
      class: { description: "The new class." },
      name: { description: "The new name." },
    });
  });

  test("references to properties and scalars are written out, the nearest words win", () => {
    expect(schema("DriverUpdate")?.properties).toEqual({
      name: { type: "string", maxLength: 50, description: "The new name.", examples: ["Ann"], pattern: noNul },
      nickname: {
        type: ["string", "null"],
        maxLength: 50,
        pattern: noNul,
        description: "How others call the driver.",
        examples: [null],
      },
      class: expect.anything(),
    });
    expect(schema("Unit")?.properties["driver_name"]).toMatchObject({ description: "How its driver is called." });
    expect(schema("Driver")?.properties["unit_name"]).toMatchObject({ description: "Name of the unit." });
    expect(schema("Driver")?.properties["site"]).toEqual({
      $ref: "#/components/schemas/Site",
      description: "Where the driver starts.",
    });
  });

  test("responses have all of their properties, what may be absent says so, and requests are left alone", () => {
    expect(schema("Driver")?.required).toEqual(["id", "name", "nickname", "unit_name", "site", "permissions", "class"]);
    expect(schema("Problem")?.required).toEqual(["status", "detail", "instance", "code"]);
    expect(schema("DriverUpdate")?.required).toBeUndefined();
  });

  test("a success is the envelope, with pagination where there are pages", () => {
    expect(schema("DriverEnvelope")).toMatchObject({
      type: "object",
      description: "The envelope of Driver.",
      required: ["data"],
    });
    expect(schema("UnitPage")).toMatchObject({ description: "One page of units.", required: ["data", "pagination"] });
    expect(Object.keys(schema("UnitPage")?.properties ?? {})).toEqual(["data", "notices", "pagination"]);
  });
});

test("examples are assembled from those of the properties, unless there is one by hand", () => {
  const examples = (media: Media | undefined) => Object.entries(media?.content["application/json"]?.examples ?? {});
  expect(examples(operation("/drivers/{driver_id}", "post")?.requestBody)).toEqual([
    ["example", { value: { name: "Ann", nickname: null, class: "b" } }],
  ]);
  expect(examples(operation("/units/listing", "get")?.responses["200"])).toEqual([
    [
      "example",
      {
        value: {
          data: [{ name: "Unit 1", driver_name: null, site: { gate: "north" }, kind: "tram" }],
          pagination: { page: 1, per_page: 50, total: 126 },
        },
      },
    ],
  ]);
  expect(examples(operation("/units/leave", "post")?.responses["200"]).map(([name]) => name)).toEqual(["by_hand"]);
});

test("examples are written out, so that those of two operations may have one name", async () => {
  const body = (name: string) => `{ value: { data: { name: ${name}, driver_name: null, site: null, kind: ferry } } }`;
  const changes = [
    { file: "units.yaml", from: `by_hand: ${body("Unit 9")}`, to: 'by_hand: { $ref: "#/Example" }' },
    { file: "units.yaml", from: "Unit:\n", to: `Example: ${body("Unit 7")}\nUnit:\n` },
  ];
  const { components, paths } = (await bundleShort({ changes })) as Bundle;
  expect(components["examples"]).toBeUndefined();
  const media = paths["/units/leave"]?.["post"]?.responses["200"]?.content["application/json"];
  expect(media?.examples["by_hand"]).toMatchObject({ value: { data: { name: "Unit 7" } } });
});

test("an open enum is one that any tool understands: the known strings, any string, and null", () => {
  expect(schema("UnitKind")).toEqual({
    "x-provenance": "designed",
    anyOf: [
      { type: "string", enum: ["car", "bus"] },
      { type: "string", maxLength: 20 },
    ],
    description: "What it is.\n\n- `car`: four wheels\n- `bus`: more seats\n",
    "x-open-enum": true,
    examples: ["tram"],
  });
  const classes = [{ type: "string", enum: ["b", "d"] }, { type: "string", maxLength: 9 }, { type: "null" }];
  for (const name of ["Driver", "DriverUpdate"])
    expect(schema(name)?.properties["class"]).toMatchObject({ anyOf: classes, "x-open-enum": true });
});

describe("a finding points at the line of the author", () => {
  const faults = [
    {
      fault: "an open enum that is none",
      change: { file: "units.yaml", from: "x-open-enum: true", to: "x-open-enum: yes" },
      at: "x-open-enum: true",
      rule: "fleet/open-enums",
    },
    {
      fault: "a value of an open enum without a meaning",
      change: { file: "units.yaml", from: "    - `bus`: more seats\n", to: "" },
      at: "    - `bus`: more seats",
      rule: "fleet/enum-descriptions",
    },
    {
      fault: "a product in an open enum",
      change: { file: "units.yaml", from: "enum: [car, bus]", to: "enum: [car, bus, pubnub]" },
      at: "enum: [car, bus]",
      rule: "fleet/foreign-names",
    },
    {
      fault: "an open enum without an end",
      change: { file: "units.yaml", from: "maxLength: 20", to: "title: Kind" },
      at: "  type: string",
      rule: "fleet/bounded",
    },
    {
      fault: "a value that a request may not have",
      change: { file: "drivers.yaml", from: "examples: [b]", to: "examples: [z]" },
      at: "#/Driver/properties/class",
      rule: "fleet/open-enums",
    },
    {
      fault: "a wrong example in a property that others refer to",
      change: { file: "drivers.yaml", from: "examples: [Ann]", to: "examples: [7]" },
      at: "Name of the driver.",
      rule: "no-invalid-schema-examples",
    },
    {
      fault: "a wrong refinement beside a reference",
      change: { file: "drivers.yaml", from: "description: The new name.", to: "description: Name., maxLength: 2" },
      at: "The new name.",
      rule: "no-invalid-schema-examples",
    },
    {
      fault: "a wrong example by hand",
      change: { file: "units.yaml", from: "name: Unit 9", to: "name: 9" },
      at: "by_hand",
      rule: "no-invalid-media-type-examples",
    },
    {
      fault: "a scalar that has lost its bound, in a property without one",
      change: { file: "scalars.yaml", from: "maxLength: 50", to: "minLength: 0" },
      file: "units.yaml",
      at: "Name of the unit.",
      rule: "fleet/bounded",
    },
    {
      fault: "a reference that leads nowhere",
      change: { file: "drivers.yaml", from: "#/Driver/properties/nickname", to: "#/Driver/properties/nick" },
      at: '"#/Driver/properties/nickname"',
      rule: "no-unresolved-refs",
    },
  ];
  test.each(faults)("$fault", async ({ change, file = change.file, at, rule }) => {
    const line = await lineOf(file, at);
    expect(await lintShort(change)).toContainEqual({ rule, file, line });
  });

  test("a fault in a shared error is one problem, in the shared file", async () => {
    const change = { file: "errors.yaml", from: "Retry-After", to: "X-Retry-After" };
    const found = await lintShort(change);
    expect(found.filter(({ rule }) => rule === "fleet/convention-headers")).toEqual([
      {
        rule: "fleet/convention-headers",
        file: "errors.yaml",
        line: (await lineOf("errors.yaml", "TooMany:")) + 1,
      },
    ]);
  });
});

test("a document without conventions is left as it is", async () => {
  const change = { file: "openapi.yaml", from: "x-conventions:", to: "x-other:" };
  const found = await lintShort(change);
  expect(new Set(found.map(({ rule }) => rule))).toContain("fleet/expected-errors");
});

describe("what is wrong in the conventions is reported there", () => {
  const problems = "    codes: { $ref: ../shared.yaml#/ProblemCode }";
  const faults = [
    { fault: "an unknown key", from: "  requests:", to: "  request:", at: "  requests:" },
    { fault: "an unknown key further inside", from: "    members:", to: "    member:", at: "    members:" },
    {
      fault: "a reference that leads nowhere",
      from: problems,
      to: problems.replace("Code }", "Codes }"),
      at: problems,
    },
    {
      fault: "a response that leads nowhere",
      from: "errors.yaml#/Invalid",
      to: "errors.yaml#/Invalids",
      at: "errors.yaml#/Invalid",
    },
  ].map((each) => ({ ...each, file: "openapi.yaml" }));
  test.each(faults)("$fault", async (change) => {
    const line = await lineOf(change.file, change.at);
    expect(await lintShort(change)).toContainEqual({ rule: "fleet/conventions", file: change.file, line });
  });
});

describe("a response", () => {
  const notFound = "{ $ref: errors.yaml#/NotFound, x-detail: There is no such driver. }";

  test("that leads nowhere is reported where it is named", async () => {
    const line = await lineOf("drivers.yaml", notFound);
    const change = { file: "drivers.yaml", from: notFound, to: notFound.replace("NotFound", "NotFuond") };
    expect(await lintShort(change)).toContainEqual({ rule: "no-unresolved-refs", file: "drivers.yaml", line });
  });

  test("has an x-detail with its words filled in", async () => {
    const to = notFound.replace("There is no such driver.", "'It {query_parameters}.'");
    const { paths } = (await bundleShort({ changes: [{ file: "drivers.yaml", from: notFound, to }] })) as Bundle;
    expect(JSON.stringify(paths["/drivers/{driver_id}"]?.["post"]?.responses["404"])).toContain(
      "It has no query parameters.",
    );
  });

  test.each([
    ["a word that nothing is known for", "There is no {title}."],
    ["a size without a body", "More than {max_body_bytes} bytes."],
  ])("is reported with %s", async (_what, text) => {
    const from = "{ $ref: errors.yaml#/NotFound }";
    const change = { file: "drivers.yaml", from, to: from.replace(" }", `, x-detail: "${text}" }`) };
    expect(await lintShort(change)).toMatchObject([{ rule: "fleet/conventions" }]);
  });

  test("with several codes takes no x-detail", async () => {
    const changes = [
      { file: "errors.yaml", from: "x-problem-codes: [not_found]", to: "x-problem-codes: [not_found, unavailable]" },
    ];
    expect((await lintShort(...changes)).map(({ rule }) => rule)).toContain("fleet/conventions");
  });
});

describe("what is half written does not end the lint", () => {
  test.each([
    [
      "an empty property",
      "drivers.yaml",
      "    name: { $ref: scalars.yaml#/Text, description: Name of the driver., examples: [Ann] }",
      "    name:",
    ],
    ["an empty schema", "drivers.yaml", "Driver:\n", "Driver:\nNothing:\n"],
    [
      "groups that are no list",
      "openapi.yaml",
      "x-groups:\n  - $ref: drivers.group.yaml\n",
      "x-groups:\n  first:\n    $ref: drivers.group.yaml\n  second:\n   ",
    ],
    ["a group that is empty", "trucks.group.yaml", "paths: { $ref: trucks.yaml }\n", "paths:\n"],
    ["an action that is empty", "trucks.group.yaml", "[view, edit,", "[view, edit, ,"],
    [
      "parameters without any",
      "trucks.yaml",
      '      - { name: sort, in: query, schema: { items: { $ref: "#/TruckSort" } } }\n',
      "",
    ],
    [
      "parameters of a path without any",
      "trucks.yaml",
      "/trucks/{truck_id}/load:\n",
      "/trucks/{truck_id}/load:\n  parameters:\n",
    ],
    ["keys of a sort that are none", "trucks.yaml", "x-sort: [id,", "x-sort: [{}, ~,"],
    ["a security that is no list", "drivers.yaml", "security: [{}, { bearer: [] }]", "security: bearer"],
    ["a server without an address", "openapi.yaml", '- url: "{base_url}"', '- uri: "{base_url}"'],
    [
      "links without any",
      "openapi.yaml",
      "    paged:\n      next_page: { description: The next page. }\n",
      "    paged:\n",
    ],
  ])("%s", async (_what, file, from, to) => {
    await expect(lintShort({ file, from, to })).resolves.toBeInstanceOf(Array);
  });
});

test.each([
  ["a marked schema", "Tree: { x-inline: true, type: object, properties: { child: { $ref: '#/Tree' } } }", "Tree"],
  [
    "a property",
    "Tree: { type: object, properties: { child: { type: array, items: { $ref: '#/Tree/properties/child' } } } }",
    "Tree/properties/child",
  ],
])("%s that contains itself is reported where it does", async (_what, tree, target) => {
  const found = await lintShort(
    { file: "scalars.yaml", from: "Id: {", to: `${tree}\nId: {` },
    { file: "units.yaml", from: "    gate:", to: `    tree: { $ref: scalars.yaml#/${target} }\n    gate:` },
  );
  const line = await lineOf("scalars.yaml", "Id: {");
  expect(found).toContainEqual({ rule: "fleet/conventions", file: "scalars.yaml", line });
});

describe("marks of documented keywords", () => {
  const documented = [
    { file: "drivers.yaml", from: "Driver:\n  x-provenance: designed", to: "Driver:\n  x-provenance: documented" },
    {
      file: "drivers.yaml",
      from: "Text, description: Name of the driver., examples: [Ann] }",
      to: "Text, description: A name., x-designed-note: For people., x-documented: [description], x-designed: [type], examples: [Ann] }",
    },
  ];
  const inDocumented = {
    file: "drivers.yaml",
    from: "DriverUpdate:\n  x-provenance: designed",
    to: "DriverUpdate:\n  x-provenance: documented",
  };
  const property = async (...changes: typeof documented) => {
    const { components } = (await bundleShort({ changes: [...documented, ...changes] })) as Bundle;
    return components["schemas"]?.["DriverUpdate"]?.properties["name"];
  };

  test("are copied with their keywords, and dropped with one that is replaced", async () => {
    const again = {
      ...inDocumented,
      from: 'name: { $ref: "#/Driver/properties/name", description: The new name. }',
      to: 'name: { $ref: "#/Driver/properties/name" }',
    };
    const name = { type: "string", maxLength: 50, "x-designed": ["type"], examples: ["Ann"], pattern: noNul };
    expect(await property(inDocumented)).toEqual({ ...name, description: "The new name." });
    expect(await property(inDocumented, again)).toEqual({
      ...name,
      description: "A name.",
      "x-designed-note": "For people.",
      "x-documented": ["description"],
    });
  });

  test("stay beside a reference to a component", async () => {
    const { components } = (await bundleShort({
      changes: [
        ...documented,
        { file: "drivers.yaml", from: "description: Where the driver starts.", to: "x-documented: { type: object }" },
      ],
    })) as Bundle;
    expect(components["schemas"]?.["Driver"]?.properties["site"]).toEqual({
      $ref: "#/components/schemas/Site",
      "x-documented": { type: "object" },
    });
  });

  test("are not copied into a designed place; those written there are findings", async () => {
    expect(await property()).toEqual({
      type: "string",
      maxLength: 50,
      pattern: noNul,
      description: "The new name.",
      examples: ["Ann"],
    });
    expect(await lintShort(...documented)).toEqual([]);
    const own = {
      file: "drivers.yaml",
      from: "description: The new name. }",
      to: "description: The new name., x-designed: [type] }",
    };
    expect(await lintShort(...documented, own)).toMatchObject([{ rule: "fleet/designed-keywords" }]);
  });
});
