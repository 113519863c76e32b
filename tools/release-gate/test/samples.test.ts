import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "../src/contract/operations.ts";
import { compileSamples, type SampleError } from "../src/samples/compile-samples.ts";
import { generateSamples } from "../src/samples/generate-samples.ts";
import { listAt, objectAt, realContract, renamed, scratch, without } from "./support.ts";

const SCHEMAS = "#/components/schemas";
const LISTING = "#/paths/~1units~1listing/get";
const LOGIN = "#/paths/~1auth~1login/post";

interface Break {
  readonly file: string;
  readonly code: string;
}

/** What a release had and the contract of today lacks, or the other way round. */
interface Earlier {
  readonly what: string;
  readonly make: (released: Record<string, unknown>) => void;
  /** The file and the code that no longer compile; none when programs of the release still do. */
  readonly breaks?: Break;
}

const auth = (code: string): Break => ({ file: "auth.ts", code });
const units = (code: string): Break => ({ file: "units.ts", code });
const schemas = (code: string): Break => ({ file: "component-schemas.ts", code });

const RELEASES: readonly Earlier[] = [
  { what: "the contract of today", make: () => {} },
  {
    what: "a property of a response is removed",
    make(released) {
      objectAt(released, `${SCHEMAS}/Unit/properties`).nickname = { type: "string" };
      listAt(released, `${SCHEMAS}/Unit/required`).push("nickname");
    },
    breaks: units('const data: Array<Received["Unit"]> = result.data'),
  },
  {
    what: "an optional property of a response is removed, which programs never counted on",
    make: (released) => void (objectAt(released, `${SCHEMAS}/Unit/properties`).nickname = { type: "string" }),
  },
  {
    what: "a type of a response is another",
    make: (released) => void (objectAt(released, `${SCHEMAS}/Unit/properties/name`).type = "integer"),
    breaks: schemas('Unit: (value: Today["Unit"])'),
  },
  {
    what: "a closed enum of a response has one value more",
    make: (released) => without(released, `${SCHEMAS}/UnitLifecycleStatus/enum`, "decommissioned"),
    breaks: schemas("UnitLifecycleStatus: (value: Today"),
  },
  {
    what: "a response can be null",
    make: (released) => void (objectAt(released, `${SCHEMAS}/SimCard/properties/carrier`).type = "string"),
    breaks: schemas("SimCard: (value: Today"),
  },
  {
    what: "a type of a request is narrower",
    make: (released) =>
      void (objectAt(released, `${SCHEMAS}/LoginRequest/properties/username`).type = ["string", "null"]),
    breaks: auth("await fleet.auth.login(input)"),
  },
  {
    what: "a value of an enum is no longer accepted",
    make: (released) => void listAt(released, `${SCHEMAS}/UnitLifecycleStatus/enum`).push("lost"),
    breaks: units("await fleet.units.listing(input)"),
  },
  {
    what: "a property of a body is required",
    make: (released) => without(released, `${SCHEMAS}/LoginRequest/required`, "password"),
    breaks: auth("await fleet.auth.login(input)"),
  },
  {
    what: "an optional property of a body is removed",
    make: (released) => void (objectAt(released, `${SCHEMAS}/LoginRequest/properties`).remember = { type: "boolean" }),
    breaks: auth("await fleet.auth.login({ body:"),
  },
  {
    what: "an operation needs a body",
    make: (released) => void delete objectAt(released, LOGIN).requestBody,
    breaks: auth("await fleet.auth.login()"),
  },
  {
    what: "a parameter is required",
    make(released) {
      const [token] = listAt(released, "#/paths/~1auth~1registration~1{registration_token}/get/parameters");
      Object.assign(token as object, { in: "query", required: false });
    },
    breaks: auth("await fleet.auth.registration()"),
  },
  {
    what: "a path parameter has another name",
    make(released) {
      const [token] = listAt(released, "#/paths/~1auth~1registration~1{registration_token}/get/parameters");
      Object.assign(token as object, { name: "token" });
    },
    breaks: auth('await fleet.auth.registration({ path: {"token"'),
  },
  {
    what: "a filter is removed",
    make: (released) =>
      void listAt(released, `${LISTING}/parameters`).push({ name: "model", in: "query", schema: { type: "string" } }),
    breaks: units("await fleet.units.listing({ query:"),
  },
  {
    what: "a status of a failure is removed",
    make(released) {
      const responses = objectAt(released, `${LISTING}/responses`);
      responses["409"] = { ...objectAt(responses, "#/403"), "x-problem-codes": ["duplicate"] };
    },
    breaks: units("case 409:"),
  },
  {
    what: "a status of a success is removed",
    make(released) {
      const responses = objectAt(released, `${LISTING}/responses`);
      responses["206"] = responses["200"];
    },
    breaks: units("case 206:"),
  },
  {
    what: "a status without a body is removed",
    make: (released) => void (objectAt(released, `${LISTING}/responses`)["304"] = { description: "Unchanged." }),
    breaks: units("case 304: { break; }"),
  },
  {
    what: "a problem code is removed",
    make: (released) => void listAt(released, `${LISTING}/responses/401/x-problem-codes`).push("gone"),
    breaks: units("case 401:"),
  },
  {
    what: "an operation is renamed",
    make: (released) => void (objectAt(released, LOGIN).operationId = "authSignIn"),
    breaks: auth("await fleet.auth.signIn({ body:"),
  },
  {
    what: "an operation is removed",
    make(released) {
      const paths = objectAt(released, "#/paths");
      paths["/units/lost"] = structuredClone(paths["/units/listing"]);
      objectAt(paths, "#/~1units~1lost/get").operationId = "unitsLost";
    },
    breaks: units("await fleet.units.lost("),
  },
  {
    what: "a schema is renamed",
    make(released) {
      renamed(released, `${SCHEMAS}/CurrentToken`, `${SCHEMAS}/NewestToken`);
      objectAt(released, SCHEMAS).NewestToken = objectAt(released, `${SCHEMAS}/CurrentToken`);
    },
    breaks: schemas('NewestToken: (value: Today["NewestToken"])'),
  },
  {
    what: "operations, properties, parameters, statuses and codes are added",
    make(released) {
      delete objectAt(released, "#/paths")["/tests/ping"];
      delete objectAt(released, `${SCHEMAS}/Unit/properties`).name;
      delete objectAt(released, `${SCHEMAS}/RegistrationCompletion/properties`).language;
      listAt(released, `${LISTING}/parameters`).pop();
      delete objectAt(released, `${LISTING}/responses`)["403"];
      without(released, `${LISTING}/responses/401/x-problem-codes`, "token_revoked");
      without(released, `${SCHEMAS}/ProblemCode/enum`, "token_revoked");
    },
  },
];

describe("generated samples", () => {
  let errors: readonly SampleError[];
  beforeAll(async () => {
    const folder = scratch();
    for (const [at, { make }] of RELEASES.entries()) {
      const released = realContract();
      make(released);
      mkdirSync(join(folder, String(at)));
      for (const [name, text] of generateSamples(released)) writeFileSync(join(folder, String(at), name), text);
    }
    // One run of the compiler for all of them: most of its time is the client itself.
    errors = await compileSamples(folder);
  });

  it.each([...RELEASES.entries()].map(([at, release]) => ({ ...release, at })))("$what", ({ at, breaks }) => {
    const own = errors.filter(({ place }) => place.startsWith(`${at}/`));
    if (breaks === undefined) expect(own).toEqual([]);
    else {
      const found = own.filter(({ place }) => place.startsWith(`${at}/${breaks.file}:`));
      expect(found.map(({ message }) => message).join("\n")).toContain(breaks.code);
    }
  });

  it("call every operation of the contract", () => {
    const text = [...generateSamples(realContract()).values()].join("\n");
    for (const { id, group, method } of listOperations(realContract())) {
      expect(text).toContain(`export async function ${id}(`);
      // A stream is iterated.
      expect(text).toMatch(new RegExp(`(= await|of) fleet\\.${group}\\.${method}\\(`));
    }
  });
});
