import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandOf, ROOT } from "../src/program.ts";
import { temporaryFile } from "./support.ts";

const SCRIPT = join(ROOT, ".github/actions/lint-openapi/lint.sh");

/** Runs the action's script on a document of somebody else, in their folder and with our Redocly instead of npm's. */
async function lint(document: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const redocly = `${process.execPath} ${await commandOf("@redocly/cli", "redocly")}`;
  const options = { cwd: dirname(document), env: { ...process.env, DOCUMENT: document, REDOCLY: redocly, ...env } };
  return new Promise((resolve) => {
    execFile("bash", [SCRIPT], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

const parameter = (schema: string): string => `openapi: 3.1.0
info: { title: Somebody's, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://somebody.example }]
security: []
paths:
  /things:
    get:
      operationId: things
      summary: Things
      parameters:
        - { name: name, in: query, description: A name., example: a, schema: ${schema} }
      responses:
        "204": { description: None. }
        "422": { description: Something is wrong. }
`;

describe("the action lint-openapi", () => {
  it("accepts a contract that holds the general rules", async () => {
    const document = await temporaryFile("openapi.yaml", parameter("{ type: string, maxLength: 10 }"));
    expect(await lint(document)).toMatchObject({ code: 0 });
  });

  it("annotates what breaks one, with file and line", async () => {
    const { code, output } = await lint(await temporaryFile("openapi.yaml", parameter("{ type: string }")));
    expect(code).toBe(1);
    expect(output).toMatch(/::error title=fleet\/bounded,file=openapi\.yaml,line=11,/);
  });

  it("lets a configuration of the caller decide alone", async () => {
    const document = await temporaryFile("openapi.yaml", parameter("{ type: string }"));
    const config = await temporaryFile("redocly.yaml", "extends: [minimal]\n");
    expect(await lint(document, { CONFIG: config })).toMatchObject({ code: 0 });
  });

  it("says which file is missing", async () => {
    const gone = join(dirname(await temporaryFile("a", "")), "gone.yaml");
    const { code, output } = await lint(gone);
    expect(code).toBe(2);
    expect(output).toContain(`::error::There is no file ${gone}`);
  });

  it("lints with the version that this repository lints with", async () => {
    const catalog = await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8");
    const version = /"@redocly\/cli": (\S+)/.exec(catalog)?.[1];
    expect(await readFile(SCRIPT, "utf8")).toContain(`@redocly/cli@${version} `.trimEnd().concat("}"));
  });
});
