import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileFolder } from "../src/consumers/compile-folder.ts";
import { differences, missingCalls } from "../src/exit/compare-trials.ts";
import { OURS, WAYS_OUT } from "../src/exit/exit-client.ts";
import { sampleAnswers } from "../src/exit/sample-answers.ts";
import { tryClient, type Trial } from "../src/exit/try-client.ts";
import { withFolder } from "../src/exit/with-folder.ts";

// That the call sites run on every client is the gate `consumers`; this is what makes the gate worth something.
describe("the way out", () => {
  const ours: Promise<Trial> = tryClient(OURS);

  it("leads to more than one generator", () => {
    expect(WAYS_OUT.filter(({ script }) => script?.endsWith(".ts")).map(({ name }) => name)).toEqual([
      "redocly-client",
      "hey-api",
    ]);
  });

  it("starts at our client, which compiles and refuses every wrong call", async () => {
    expect(await ours).toMatchObject({ objection: "", accepted: [] });
  });

  it("has a call site for every operation", async () => {
    const trial = await ours;
    expect(missingCalls(trial)).toEqual([]);
    expect(Object.keys(trial.played)).toEqual([...(await sampleAnswers()).keys(), "a call that fails"]);
  });

  it("notices an operation without a call site, and one that is sent elsewhere", async () => {
    const { played, ...rest } = await ours;
    const { testsPing, unitsListing, ...others } = played;
    expect(missingCalls({ ...rest, played: { ...others, unitsListing: testsPing ?? { sent: [], read: [] } } })).toEqual(
      [
        "unitsListing sends GET https://fleet.example.com/api/v1/tests/ping",
        "testsPing has no call site that sends anything",
      ],
    );
    expect(unitsListing?.sent[0]?.url).toBe("https://fleet.example.com/api/v1/units/listing");
  });

  it.each([
    ["another method", (text: string) => text.replace('"method":"POST"', '"method":"PUT"')],
    ["another path", (text: string) => text.replace("/auth/login", "/auth/logon")],
    ["another query value", (text: string) => text.replace("active,in_stock", "active")],
    ["another body", (text: string) => text.replace("demo-partner", "demo")],
    ["another value that was read", (text: string) => text.replace('"Unit 001"', "null")],
  ])("notices %s", async (_what, change) => {
    const trial = await ours;
    expect(differences(trial, trial)).toEqual([]);
    expect(differences(trial, JSON.parse(change(JSON.stringify(trial))))).toHaveLength(1);
  });

  it("notices a call site with a wrong key", async () => {
    const words = await withFolder(OURS, async (folder) => {
      const file = join(folder, "call-sites.ts");
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace("per_page: 50", "per_pag: 50"));
      return compileFolder(folder);
    });
    expect(words).toContain("error TS2561: Object literal may only specify known properties, but 'per_pag'");
  });
});
