import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { codegen } from "../../src/codegen/commands.ts";
import { baseOperations, syntheticContract } from "../../src/codegen/contract/synthetic-contract.ts";
import { createWorkspace, programFolder, realContract } from "../../src/codegen/workspace.ts";
import { instantiations } from "../../src/types/instantiations.ts";

/** The client of a contract with a group that answers 200 or 304 to a read, and 201 to what creates. */
let root: string;
beforeAll(async () => {
  root = await createWorkspace("success-statuses", syntheticContract(await realContract(), baseOperations + 7));
  await codegen(root);
});

const setUp = `import { createFleetClient, type OperationTypes } from "@fleet-api/client";
import { createCore } from "@fleet-api/client/core";
import { tyresGet } from "@fleet-api/client/operations";
const options = { baseUrl: "https://fleet.example.com/api/v1" };
const fleet = createFleetClient(options);
const core = createCore(options);
declare const etag: string | undefined;
const path = { tyre_id: 1 };
const headers = { "If-None-Match": etag };
`;

/** Compiles a program with the generated client; rejects with the words of the compiler. */
function compile(program: string): Promise<number> {
  return instantiations("success-statuses", setUp + program, programFolder(root));
}

describe("the client of a contract with several successes", () => {
  test("has data without a condition, by method, by id and by function", async () => {
    await expect(
      compile(`
for (const call of [fleet.tyres.get({ path }), fleet.op("tyresGet", { path }), tyresGet(core, { path })]) {
  const result = await call;
  if (result.ok) result.data.name satisfies string;
  const status: 200 = (await call.orThrow()).status;
  // @ts-expect-error nothing was asked that 304 would answer
  if (result.ok && result.status === 304) status;
}`),
    ).resolves.toBeGreaterThan(0);
  });

  test("may have none with a condition, by method and by function", async () => {
    await expect(
      compile(`
for (const call of [fleet.tyres.get({ path, headers }), tyresGet(core, { path, headers })]) {
  const { status, data } = await call.orThrow();
  status satisfies 200 | 304;
  data satisfies OperationTypes["tyresGet"]["success"]["data"] | null;
  // @ts-expect-error it may be null
  data.name;
  const result = await call;
  if (result.ok && result.status === 200) result.data.name satisfies string;
}
// @ts-expect-error a call by id is one without a condition
fleet.op("tyresGet", { path, headers });
// @ts-expect-error a misspelt header
fleet.tyres.get({ path, headers: { "If-None-Mtch": "1" } });
// @ts-expect-error no path
tyresGet(core, { headers });`),
    ).resolves.toBeGreaterThan(0);
  });

  test("costs at most 200 instantiations for the first call, with and without a condition", async () => {
    const idle = await compile("");
    const read = `const result = await fleet.tyres.get({ path }); if (result.ok) result.data.name;`;
    const conditional = `const result = await fleet.tyres.get({ path, headers }); if (result.ok) result.data?.name;`;
    expect((await compile(read)) - idle).toBeLessThanOrEqual(200);
    expect((await compile(conditional)) - idle).toBeLessThanOrEqual(200);
  });

  test("reads 201 and 304 at run time", async () => {
    interface Result {
      readonly ok: boolean;
      readonly status: number;
      readonly data: unknown;
    }
    type Tyres = Record<"get" | "create", (input: object) => Promise<Result>>;
    const entry = pathToFileURL(join(root, "packages/client/src/index.ts")).href;
    const { createFleetClient }: { createFleetClient(options: object): { tyres: Tyres } } = await import(entry);
    const { tyres } = createFleetClient({
      baseUrl: "https://fleet.example.com/api/v1",
      fetch: async (_url: string, { method }: RequestInit) =>
        method === "GET" ? new Response(null, { status: 304 }) : Response.json({ data: { id: 1 } }, { status: 201 }),
    });
    const path = { tyre_id: 1 };
    expect(await tyres.create({ body: {} })).toMatchObject({ ok: true, status: 201, data: { id: 1 } });
    expect(await tyres.get({ path, headers: { "If-None-Match": '"v1"' } })).toMatchObject({
      ok: true,
      status: 304,
      data: null,
    });
    expect(await tyres.get({ path })).toMatchObject({ ok: false, kind: "unexpected", status: 304 });
  });
});
