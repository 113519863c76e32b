import manifest from "../package.json" with { type: "json" };
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const { resolve } = createRequire(import.meta.url);

it("says that the package may be shaken, and what it needs", () => {
  expect([manifest.sideEffects, manifest.engines]).toEqual([false, { node: expect.stringMatching(/^>=\d/) }]);
});

it("opens the entries alone to imports, as published too", () => {
  const { exports, publishConfig } = manifest;
  // Of the types of each group, a file that is generated for it.
  expect(Object.keys(exports).filter((each) => each.includes("*"))).toEqual(["./types/*"]);
  expect(resolve("@fleet-api/client/types/units")).toMatch(/built\/types\.units\.ts$/);
  expect(Object.keys(publishConfig.exports)).toEqual(Object.keys(exports));
  expect(() => resolve("@fleet-api/client/src/call/pipeline.ts")).toThrow(
    expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }),
  );
});

/** Makes calls in a process of its own until they are warm, then prints which files of the client one of them runs. */
const program = `
  import { Session } from "node:inspector/promises";
  const { createFleetClient } = await import(process.argv[1]);
  const page = { data: [{ id: 1 }], pagination: { page: 1, per_page: 50, total: 1 } };
  const bodies = { get: { data: { id: 1 } }, listing: page };
  for (const [name, body] of Object.entries(bodies)) {
    const fleet = createFleetClient({
      baseUrl: "https://fleet.example.com/api/v1",
      fetch: async () => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }),
    });
    const given = name === "get" ? { path: { unit_group_id: 1 } } : { query: { page: 1 } };
    const send = () => fleet.unitGroups[name](given);
    for (let warm = 0; warm < 3; warm++) if (!(await send()).ok) throw new Error(name);
    const session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    if (!(await send()).ok) throw new Error(name);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
    session.disconnect();
    console.log(JSON.stringify([name, ran.map(({ url }) => url).filter((url) => url.includes("/client/src/"))]));
  }
`;

const root = new URL("../src/", import.meta.url);

async function filesRun(): Promise<Map<string, string[]>> {
  const index = fileURLToPath(new URL("index.ts", root));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, index]);
  const lines = stdout.trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [name, urls]: [string, string[]] = JSON.parse(line);
      return [name, urls.map((url) => url.slice(root.href.length)).toSorted()];
    }),
  );
}

describe("one warm GET", () => {
  it("runs ten files of the client, those that ARCHITECTURE names", async () => {
    const files = [
      "call/call.ts",
      "call/interpret-response.ts",
      "call/pipeline.ts",
      "call/result.ts",
      "call/running-call.ts",
      "create-fleet-client.ts",
      "retry/retry.ts",
      "transport/fetch.ts",
      "transport/json.ts",
      "transport/serialize-parameters.ts",
    ];
    const run = await filesRun();
    expect(run.get("get")).toEqual(files);
    expect(run.get("listing")).toEqual(files);
  });
});
