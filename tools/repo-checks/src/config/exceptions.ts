/** A finding that is accepted. One that no finding matches any more is itself a finding. */
export interface Exception {
  readonly check: string;
  readonly file: string;
  /** Only findings about this subject; without it all findings of the check in the file. */
  readonly subject?: string;
  readonly reason: string;
}

/** Entries of packages/auth that exist for Node alone; the core and the other stores import none of them (auth's own tests hold that). */
const NODE_ONLY: Readonly<Record<string, string>> = {
  "stores/file/file-store.ts": "the file store keeps a session in Node's file system",
  "stores/file/lock-file.ts": "the file store keeps a session in Node's file system",
  "stores/file/private-file.ts": "the file store keeps a session in Node's file system",
  "stores/file/record-file.ts": "the file store keeps a session in Node's file system",
  "stores/file/resolve-path.ts": "the file store keeps a session in Node's file system",
  "stores/file/session-files.ts": "the file store keeps a session in Node's file system",
  "stores/file/watch-file.ts": "the file store keeps a session in Node's file system",
  "testing/loopback.ts": "listens on a port; loaded only when a test asks for one",
};

/** Files of packages/docs that build the site or are bundled into it, with what nobody installs with the package. */
const SITE_GENERATOR: Readonly<Record<string, readonly string[]>> = {
  "assets.ts": ["esbuild"],
  "contract/document.ts": ["@fleet-api-tools/openapi-document"],
  "html/code.ts": ["shiki"],
  "html/twin.ts": ["turndown"],
  "html/markdown.ts": ["github-slugger", "marked"],
  "map/island-file.ts": ["@fleet-api/server/simulator"],
  "map/map-assets.ts": ["esbuild"],
  "map/map-style.ts": ["maplibre-gl"],
  "map/map-view.ts": ["maplibre-gl"],
  "map/unit-set.ts": ["@fleet-api/client"],
  "map/watch-positions.ts": ["@fleet-api/client"],
  "packages/read-packages.ts": ["typedoc"],
  "packages/run-typedoc.ts": ["typedoc"],
  "packages/type-text.ts": ["typedoc"],
  "pages/decisions.ts": ["marked"],
  "sandbox/files/prepare-files.ts": ["@electric-sql/pglite", "@fleet-api/server/web", "modern-tar"],
  "sandbox/files/prepared-files.ts": ["esbuild"],
  "sandbox/files/sandbox-assets.ts": ["esbuild"],
  "sandbox/live-fleet.ts": ["@fleet-api/server/simulator", "@fleet-api/server/web"],
  "sandbox/open-sandbox.ts": ["@fleet-api/server/web"],
  "sandbox/protocol.ts": ["@fleet-api/server/web"],
  "sandbox/worker.ts": ["@electric-sql/pglite", "@fleet-api/server/web"],
  "search/search.ts": ["minisearch"],
  "site-files.ts": ["@fleet-api/server/simulator", "yaml"],
  "sources.ts": ["yaml"],
  "runs/run-files.ts": ["esbuild"],
  "try/connection.ts": ["@fleet-api/auth", "@fleet-api/client"],
  "try/explain.ts": ["@fleet-api/auth", "@fleet-api/client"],
};

/** The only place where a check may be told to look away. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    check: "contract-lines",
    file: "spec/resources/authentication",
    subject: "authentication",
    reason: "the User record has 490 lines, all of them stated by the source description",
  },
  {
    check: "contract-lines",
    file: "spec/resources/monitoring",
    subject: "monitoring",
    reason: "six operations share a position of 30 fields, each with its unit, bounds and meaning",
  },
  {
    check: "catalog-versions",
    file: "package.json",
    subject: "node",
    reason: "the Node of development and CI; no package depends on it, so it is pinned where it is used",
  },
  {
    check: "catalog-versions",
    file: "tools/codegen/package.json",
    subject: "typescript",
    reason: "openapi-typescript needs the JavaScript compiler API, which TypeScript 7 does not have",
  },
  {
    check: "catalog-versions",
    file: "packages/docs/package.json",
    subject: "typescript",
    reason: "TypeDoc needs the JavaScript compiler API, which TypeScript 7 does not have",
  },
  {
    check: "catalog-versions",
    file: "packages/client/package.json",
    subject: "@opentelemetry/api",
    reason: "an optional peer: the range says which of the user's versions will do; the tests take the catalog's",
  },
  {
    check: "dependency-direction",
    file: "packages/client/package.json",
    subject: "@opentelemetry/api",
    reason: "an optional peer of one entry, otel; nothing else imports it",
  },
  {
    check: "portable-code",
    file: "packages/client/src/observe/diagnostics.ts",
    subject: "process",
    reason: "asks globalThis.process?. for node:diagnostics_channel, and does nothing where there is none",
  },
  {
    check: "portable-code",
    file: "packages/server/src/db/protocol/bytes.ts",
    subject: "Buffer",
    reason:
      "takes Buffer where there is one, because TextDecoder is slow for short texts; both ways give the same bytes",
  },
  {
    check: "clock-and-random",
    file: "packages/docs/src/sandbox/files/prepare-files.ts",
    subject: "Date.now",
    reason: "stops the clock of PostgreSQL, which takes no other, while the sandbox's database is made",
  },
  ...Object.entries(NODE_ONLY).map(([file, reason]) => ({
    check: "portable-code",
    file: `packages/auth/src/${file}`,
    reason,
  })),
  {
    check: "environment-reads",
    file: "packages/auth/src/stores/file/private-file.ts",
    reason: "asks for geteuid, which Windows lacks, so it cannot be imported by name; reads no environment",
  },
  {
    check: "environment-reads",
    file: "packages/docs/src/assets.ts",
    reason: "hands its environment on to the Redocly CLI with telemetry switched off; a build step, never a request",
  },
  ...Object.entries(SITE_GENERATOR).flatMap(([file, libraries]) =>
    libraries.map((subject) => ({
      check: "import-direction",
      file: `packages/docs/src/${file}`,
      subject,
      reason: "makes the site; what is published is the built site and index.ts (tsconfig.build.json)",
    })),
  ),
];
