import { describe, expect, it } from "vitest";
import { workflows } from "../src/checks/workflows.ts";
import { problemsOf } from "./support.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const CHECKOUT = `- uses: actions/checkout@${COMMIT} # v7.0.1
        with:
          persist-credentials: false`;

const TREE = {
  "package.json": JSON.stringify({ name: "root", scripts: { test: "x" } }),
  ".ci/run": "",
  "tools/a.ts": "",
  ".github/actions/lint/action.yml":
    'runs:\n  using: composite\n  steps:\n    - run: bash "$GITHUB_ACTION_PATH/lint.sh"\n',
  ".github/actions/lint/lint.sh": "",
};

/** A workflow that pushes start, with these steps in its only job. */
function workflow(steps: string, more: { on?: string; top?: string; job?: string } = {}): string {
  const { on = "push", top = "permissions:\n  contents: read", job = "timeout-minutes: 5" } = more;
  return `on: ${on}\n${top}\njobs:\n  build:\n    ${job}\n    steps:\n      ${steps}\n`;
}

const check = (text: string): Promise<string[]> => problemsOf(workflows, { ...TREE, ".github/workflows/ci.yml": text });

describe("workflows", () => {
  it.each([
    ["pinned actions and a script", `${CHECKOUT}\n      - run: bash .ci/run`],
    ["an action of its own", "- uses: ./.github/actions/lint"],
    ["commands and gates that exist", "- run: npx -y pnpm@12 test --only unit && node tools/a.ts"],
    ["an expression outside of scripts", "- if: ${{ !cancelled() }}\n        run: npx -y pnpm@12 install"],
  ])("accept %s", async (_what, steps) => {
    expect(await check(workflow(steps))).toEqual([]);
  });

  it.each([
    ["- uses: actions/checkout@v7", /^\.github\/workflows\/ci\.yml:8 actions\/checkout@v7 is not pinned by commit/],
    [`- uses: some/action@${COMMIT}`, /which release the commit is/],
    [`- uses: actions/checkout@${COMMIT} # v7`, /checkout leaves its token behind/],
    ["- uses: ./.github/actions/gone", /\.\/\.github\/actions\/gone has no action\.yml/],
    ["- run: node tools/gone.ts", /:8 runs tools\/gone\.ts, which does not exist/],
    ["- run: npx -y pnpm@12 gone", /runs pnpm gone, which is no script of the root/],
    ["- run: npx -y pnpm@12 test --only gone", /asks for the gate gone/],
    ["- run: npx -y pnpm@12 verify --only types && npx -y pnpm@12 verify --only unit", /asks for the gate unit/],
    ["- run: echo ${{ github.event.pull_request.title }}", /an expression inside a script is code/],
    ["- run: echo ${{ secrets.TOKEN }}", /an expression inside a script is code/],
  ])("refuse the step %s", async (steps, message) => {
    const problems = await check(workflow(steps));
    expect(problems.join("\n")).toMatch(message);
  });

  it.each([
    ["no permissions", workflow("- run: echo", { top: "name: ci" }), /has no permissions of its own/],
    ["all permissions", workflow("- run: echo", { top: "permissions: write-all" }), /write-all is everything/],
    ["no end", workflow("- run: echo", { job: "name: x" }), /the job build has no timeout-minutes/],
    ["a stranger's code beside rights", workflow(CHECKOUT, { on: "[pull_request_target]" }), /pull_request_target/],
    ["code after workflow_run", workflow(CHECKOUT, { on: "workflow_run" }), /beside the rights of workflow_run/],
    [
      "code beside the right to publish",
      workflow(CHECKOUT, { job: "timeout-minutes: 5\n    permissions:\n      id-token: write" }),
      /the job build checks code out beside the right to publish/,
    ],
    ["no steps", "on: push\n", /has no steps/],
    ["no YAML", "on: [", /is no YAML/],
  ])("refuse %s", async (_what, text, message) => {
    expect(await check(text)).toEqual([expect.stringMatching(message)]);
  });

  it("look into composite actions too", async () => {
    const { ".github/actions/lint/lint.sh": _script, ...rest } = TREE;
    expect(await problemsOf(workflows, rest)).toEqual([
      ".github/actions/lint/action.yml:4 runs .github/actions/lint/lint.sh, which does not exist",
    ]);
  });
});
