import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a file into a new folder that is removed when the test ends. @returns its path */
export async function temporaryFile(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-quality-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const json = (schema: object, example: object) => ({ "application/json": { schema, example } });
const answer = {
  200: {
    description: "The thing.",
    content: json(
      { type: "object", required: ["data"], properties: { data: { $ref: "#/components/schemas/Thing" } } },
      { data: { kind: "ship", former: null } },
    ),
  },
};
const texts = (summary: string) => ({ summary, description: `${summary}.`, tags: ["Things"] });

/** A contract of three operations, with open enums in the form of bundles, also one that may be null. */
export const tinyContract = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0", description: "Things.", contact: { name: "Somebody" } },
  servers: [{ url: "https://things.example" }],
  tags: [{ name: "Things", description: "Things." }],
  paths: {
    "/things": {
      get: {
        ...texts("Find a thing"),
        operationId: "thingsFind",
        parameters: [{ $ref: "#/components/parameters/Limit" }],
        responses: answer,
      },
    },
    "/things/{thing_id}": {
      parameters: [{ name: "thing_id", in: "path", required: true, schema: { type: "integer" }, example: 1 }],
      get: { ...texts("Read a thing"), operationId: "thingsGet", responses: answer },
      patch: {
        ...texts("Change a thing"),
        operationId: "thingsUpdate",
        requestBody: { required: true, content: json({ $ref: "#/components/schemas/Change" }, { kind: "car" }) },
        responses: answer,
      },
    },
  },
  components: {
    parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer" }, example: 10 } },
    schemas: {
      Kind: {
        "x-open-enum": true,
        anyOf: [
          { type: "string", enum: ["car", "bus"] },
          { type: "string", maxLength: 40 },
        ],
      },
      Thing: {
        type: "object",
        required: ["kind", "former"],
        properties: {
          kind: { $ref: "#/components/schemas/Kind" },
          former: {
            "x-open-enum": true,
            anyOf: [{ type: "string", enum: ["car"] }, { type: "string", maxLength: 40 }, { type: "null" }],
          },
        },
      },
      Change: { type: "object", properties: { kind: { type: "string", enum: ["car", "bus"] } } },
    },
  },
};
