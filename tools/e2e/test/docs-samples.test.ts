import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSnippets } from "@fleet-api-tools/repo-checks";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import type { OutboxMessage } from "@fleet-api/server";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Answer } from "./support/run-sample.ts";
import {
  docsSamples,
  isStream,
  keepData,
  operationIds,
  runProgram,
  runShell,
  successStatuses,
} from "./support/run-sample.ts";
import { admin, useServer } from "./support/service.ts";

// Inside of this package, so that samples find the packages by name.
const scratch = fileURLToPath(new URL("../.snippets/docs-samples", import.meta.url));
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** The first of each kind has a token that is part of the data. */
const messages: OutboxMessage[] = [];
const server = useServer({ onMessage: (message) => messages.push(message) });
let restoreData = async (): Promise<void> => {};
let session: { readonly fleet: FleetClient; readonly token: string };
beforeAll(async () => {
  await mkdir(scratch, { recursive: true });
  session = await signIn();
  // Kept with the data, because the service sends only a few of them to one address; and so is the session.
  await session.fleet.auth.passwordResetRequest({ body: { email: "demo-partner-admin@example.com" } }).orThrow();
  restoreData = await keepData(server().db);
});

async function signIn(): Promise<typeof session> {
  const auth = createAuth({ baseUrl: server().baseUrl, credentials: admin });
  return { token: await auth.getToken(), fleet: createFleetClient({ baseUrl: server().baseUrl, ...auth.bind() }) };
}

/** The sample for this server, with the values that only its reader can know. */
function filledIn(code: string): string {
  const token = (kind: OutboxMessage["kind"]) => messages.find((message) => message.kind === kind)?.payload.token ?? "";
  return code
    .replaceAll("http://127.0.0.1:4080/api/v1", server().baseUrl)
    .replaceAll("<PASSWORD>", admin.password)
    .replaceAll("<REGISTRATION_TOKEN>", token("registration"))
    .replaceAll("<RESET_TOKEN>", token("password_reset"));
}

/** These are written alike for all operations of a method: all of them compile, and those of some are run. */
const WRITTEN_ALIKE = new Set(["fetch", "openapi-fetch"]);

/** The first operation of each method in each group. */
const firstOfKind = new Set(
  docsSamples
    .filter((one, index) => docsSamples.findIndex((other) => kindOf(other) === kindOf(one)) === index)
    .map(({ id }) => id),
);

function kindOf({ id, samples }: (typeof docsSamples)[number]): string {
  const curl = samples.find(({ language }) => language === "curl")?.code ?? "";
  const method = /-X ([A-Z]+)/.exec(curl)?.[1] ?? (curl.includes(" -d ") ? "POST" : "GET");
  return `${/^[a-z]+(?:Groups)?/.exec(id)?.[0]} ${method}`;
}

function isExecuted(id: string, language: string): boolean {
  return !WRITTEN_ALIKE.has(language) || firstOfKind.has(id);
}

async function answerTo(
  id: string,
  { language, syntax, code }: (typeof docsSamples)[number]["samples"][number],
): Promise<Answer> {
  await restoreData();
  const place = join(scratch, `${id}-${language}`);
  const env = {
    API_USER: admin.username,
    API_PASSWORD: admin.password,
    API_TOKEN: session.token,
  };
  // What is restored was deleted before. Readers run the samples of the client in the page, where nothing is.
  const deletion = docsSamples.find((one) => id.endsWith("Restore") && one.id === id.replace(/Restore$/, "Delete"));
  const before = deletion?.samples.find((sample) => sample.language === "curl");
  if (before !== undefined && language !== "client") await runShell(filledIn(before.code), place, env);
  if (syntax === "sh") return runShell(filledIn(code), place, env, isStream(id) ? 1 : undefined);
  return runProgram(filledIn(code), `${place}.ts`, env, sendPosition);
}

/** Something for a stream to tell. */
async function sendPosition(): Promise<void> {
  const item = { unit_id: 1, recorded_at: new Date().toISOString(), latitude: 0, longitude: -30 };
  await session.fleet.monitoring.ingest({ body: { items: [item] } }).orThrow();
}

describe("the samples of the site", () => {
  it("compile without a variable that is not used", async () => {
    const snippets = docsSamples.flatMap(({ id, samples }) =>
      samples
        .filter(({ syntax }) => syntax === "ts")
        .map(({ language, code }) => ({
          file: `${id}.${language}`,
          line: 1,
          code,
          language: "ts" as const,
          run: true,
          prints: undefined,
        })),
    );
    const errors = await compileSnippets(snippets, join(scratch, "compiled"), { noUnusedLocals: true });
    expect(errors.map(({ snippet, message }) => `${snippet.file}: ${message}`)).toEqual([]);
  });

  test.for(docsSamples)("$id: each gets the documented success", async ({ id, samples }) => {
    for (const sample of samples.filter(({ language }) => isExecuted(id, language))) {
      const answer = await answerTo(id, sample);
      expect({ ...answer, language: sample.language }).toEqual({
        language: sample.language,
        status: expect.toBeOneOf(successStatuses(id)),
        code: null,
      });
    }
  });

  it("are run in each language for each method of each group", () => {
    expect(firstOfKind.size).toBeGreaterThan(12);
    const run = docsSamples.flatMap(({ id, samples }) => samples.filter(({ language }) => isExecuted(id, language)));
    expect(run.length).toBeGreaterThan(2 * docsSamples.length + firstOfKind.size);
  });

  it("are there for all operations", () => {
    expect(docsSamples.map(({ id }) => id).toSorted()).toEqual(operationIds.toSorted());
  });
});
