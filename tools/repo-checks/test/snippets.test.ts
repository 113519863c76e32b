import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readmeSnippets } from "../src/checks/pages.ts";
import { snippets } from "../src/index.ts";
import { compileSnippets, SNIPPETS_FOLDER } from "../src/snippets/compile-snippets.ts";
import { readShellBlocks, readSnippets } from "../src/snippets/snippets.ts";
import { problemsOf } from "./support.ts";

const PAGE = `# A page

\`\`\`ts
const first: number = 1;
\`\`\`

\`\`\`ts more run
const second: string = first;
\`\`\`

\`\`\`text
what it prints
\`\`\`

\`\`\`ts
import { nothing } from "@fleet-api/contract";
\`\`\`

\`\`\`js
const third = ;
\`\`\`
`;

describe("readSnippets", () => {
  it("takes the TypeScript blocks, joins `more` to the one before, and knows which may run", () => {
    const first = "const first: number = 1;\n\n\n\nconst second: string = first;";
    const second = 'import { nothing } from "@fleet-api/contract";';
    expect(readSnippets("README.md", PAGE)).toEqual([
      { file: "README.md", line: 4, language: "ts", run: true, code: first, prints: "what it prints\n" },
      { file: "README.md", line: 16, language: "ts", run: false, code: second, prints: undefined },
    ]);
  });
});

describe("readShellBlocks", () => {
  it("takes the blocks that run, with what comes next if it is what they print", () => {
    const page = ["```sh run\ndate\n```", "```sh\nrm -r .\n```", "```sh run\necho a\n```", "```text\na\n```"].join(
      "\n\n",
    );
    expect(readShellBlocks(page)).toEqual([
      { line: 2, code: "date", prints: undefined },
      { line: 10, code: "echo a", prints: "a\n" },
    ]);
  });
});

describe("compileSnippets", () => {
  const folder = join(SNIPPETS_FOLDER, `test-${randomUUID()}`);
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("reports errors at the lines of the page, against the workspace packages", async () => {
    const errors = await compileSnippets(readSnippets("README.md", PAGE), folder);
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "8 TS2322: Type 'number' is not assignable to type 'string'.",
      expect.stringMatching(/^16 TS2305: Module '"@fleet-api\/contract"' has no exported member 'nothing'/),
    ]);
  });

  it("compiles JSX for React", async () => {
    const page =
      '```tsx\nimport type { ReactNode } from "react";\n\nconst node: ReactNode = <p id={7}>text</p>;\n```\n';
    const errors = await compileSnippets(readSnippets("packages/client/docs/react.md", page), folder);
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "4 TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it("finds nothing wrong with a good snippet, and empties the folder before", async () => {
    await compileSnippets(readSnippets("README.md", PAGE), folder);
    const good = '```ts\nconst url: URL = new URL("http://127.0.0.1");\nawait fetch(url);\n```\n';
    expect(await compileSnippets(readSnippets("packages/auth/README.md", good), folder)).toEqual([]);
    expect(existsSync(join(folder, "README.md.L4.ts"))).toBe(false);
  });
});

describe("readme-snippets", () => {
  it("says so when there is no README", async () => {
    expect(await problemsOf(readmeSnippets, { "packages/auth/README.md": "" })).toEqual([
      "README.md does not exist, so there is no snippet to compile",
    ]);
  });

  it("compiles the docs of a package too", async () => {
    const page = "```ts\nconst url: URL = 7;\n```\n";
    const good = "# A\n\n```ts\nconst url = new URL('http://127.0.0.1');\n```\n";
    expect(await problemsOf(readmeSnippets, { "README.md": good, "packages/auth/docs/scope.md": page })).toEqual([
      "packages/auth/docs/scope.md:2 TS2322: Type 'number' is not assignable to type 'URL'.",
    ]);
  });

  it("compiles the guides of the site", async () => {
    const page = "```ts run\nconst url: URL = 7;\n```\n";
    const good = "# A\n\n```ts\nconst url = new URL('http://127.0.0.1');\n```\n";
    expect(await problemsOf(readmeSnippets, { "README.md": good, "packages/docs/guides/01-start.md": page })).toEqual([
      "packages/docs/guides/01-start.md:2 TS2322: Type 'number' is not assignable to type 'URL'.",
    ]);
  });

  it("wants a snippet on the first screen of the README", async () => {
    expect(await problemsOf(readmeSnippets, { "README.md": "# A\n" })).toEqual([
      "README.md no snippet begins before line 25: the first screen shows how it is used",
    ]);
  });
});

describe("snippets", () => {
  it("reads a page of this repository, and names one that does not exist", () => {
    expect(() => snippets("packages/nowhere/README.md")).toThrow(/packages\/nowhere\/README\.md/);
  });
});
