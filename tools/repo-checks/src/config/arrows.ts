/**
 * Who may depend on whom inside the workspace, dev dependencies included, by folder. A package that is not listed may
 * depend on no other: a new package starts here.
 */
export const WORKSPACE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  // For its tests alone; nothing that is published depends on a tool.
  "packages/contract": ["tools/openapi-document"],
  "packages/http": [],
  // For tests alone; nothing that is published depends on a tool.
  "packages/auth": ["packages/http", "tools/test-tier"],
  "packages/client": ["packages/contract", "packages/http", "tools/openapi-document"],
  "packages/server": ["packages/contract", "tools/openapi-document", "tools/test-postgres", "tools/test-tier"],
  // Client, session and server are bundled into the site; nobody installs them with the package.
  "packages/docs": [
    "packages/contract",
    "packages/auth",
    "packages/client",
    "packages/server",
    "tools/openapi-document",
    "tools/test-tier",
  ],
  "tools/openapi-document": [],
  // For its types alone.
  "tools/spec-rules": ["tools/openapi-document"],
  "tools/codegen": ["tools/openapi-document", "tools/spec-rules", "tools/test-tier"],
  "tools/contract-quality": ["packages/contract", "tools/codegen", "tools/openapi-document", "tools/test-tier"],
  "tools/contract-tests": ["packages/contract", "packages/server", "tools/openapi-document", "tools/test-postgres"],
  "tools/release-gate": ["packages/contract", "packages/client", "tools/codegen"],
  "tools/repo-checks": [
    "packages/contract",
    "packages/http",
    "packages/auth",
    "packages/client",
    "packages/server",
    "packages/docs",
  ],
  "tools/e2e": [
    "packages/contract",
    "packages/auth",
    "packages/client",
    "packages/server",
    "packages/docs",
    "tools/bench",
    "tools/codegen",
    "tools/openapi-document",
    "tools/repo-checks",
    "tools/test-tier",
  ],
  "tools/runtimes": ["packages/contract", "packages/auth", "packages/client", "packages/server", "tools/test-tier"],
  "tools/test-postgres": [],
  "tools/test-tier": [],
  "tools/bench": [
    "packages/contract",
    "packages/auth",
    "packages/client",
    "packages/server",
    "tools/codegen",
    "tools/openapi-document",
    "tools/test-postgres",
    "tools/test-tier",
  ],
};

/** Published packages whose third-party dependencies are fixed by the design. The others may choose theirs. */
export const RUNTIME_DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  "packages/contract": [],
  "packages/http": [],
  "packages/auth": [],
  // The third is a peer of the second, which only the entry observe imports.
  "packages/client": ["openapi-fetch", "@svta/cml-structured-field-values", "@svta/cml-utils"],
};

/** Who reads the files under spec/; everybody else takes the contract package. Paths are prefixes. */
export const SPEC_READERS: readonly string[] = [
  "tools/bench/src/codegen/",
  "tools/codegen/",
  "tools/contract-quality/",
  "tools/contract-tests/",
  "tools/release-gate/",
  "tools/spec-rules/",
  "tools/repo-checks/",
  "packages/docs/",
];

/** Code that must run in a browser or a worker as it is: web-standard APIs only. Prefixes of paths. */
export const PORTABLE_FOLDERS: readonly string[] = [
  "packages/contract/src/",
  "packages/http/src/",
  "packages/client/src/",
  "packages/auth/src/",
  "packages/server/src/kernel/",
  "packages/server/src/records/",
  "packages/server/src/resources/",
  "packages/server/src/access/",
  "packages/server/src/sessions/",
  "packages/server/src/maintenance/",
  "packages/server/src/demo/",
  "packages/server/src/simulator/",
  "packages/server/src/telemetry/",
  "packages/server/src/web/",
  "packages/server/src/db/protocol/",
  "packages/server/src/platform/web-",
  "packages/server/src/bus/bus.ts",
  "packages/server/src/bus/index.ts",
  "packages/server/src/bus/local-bus.ts",
];

/** Code that runs in the pages of others, and so in every browser that we support. Prefixes of paths. */
export const IN_PAGES: readonly string[] = ["packages/auth/src/", "packages/client/src/", "packages/http/src/"];

/** Parts of `IN_PAGES` that run elsewhere: tests of applications, and the stores of servers. */
export const NOT_IN_PAGES: readonly string[] = [
  "packages/auth/src/stores/file/",
  "packages/auth/src/stores/redis/",
  "packages/auth/src/testing/",
  "packages/client/src/testing/",
];

/** Code that strangers send text to. Prefixes of paths. */
export const EXPOSED: readonly string[] = ["packages/server/src/"];

/** Code without import cycles, type-only imports included. Prefixes of paths. */
export const ACYCLIC_FOLDERS: readonly string[] = [
  "packages/auth/src/",
  "packages/client/src/",
  "packages/contract/src/",
  "packages/docs/src/",
  "packages/http/src/",
  "packages/server/src/",
  "tools/",
];

/** Who may read the environment: the server's entry, and tools. */
export const ENVIRONMENT_READERS: readonly string[] = ["packages/server/src/main.ts", "tools/"];

/** The one place per package where time and randomness come from; everything else gets them handed in. */
export const CLOCK_SOURCES: readonly string[] = [
  "packages/server/src/platform/",
  "packages/auth/src/platform.ts",
  "packages/auth/src/stores/shared/runtime.ts",
  "packages/client/src/platform.ts",
  "packages/client/src/call/idempotency-key.ts",
  // Starts what runs in a page, and hands its clock in.
  "packages/docs/src/islands/",
  "tools/",
];

/**
 * What the files of each part of packages/server/src may import besides their own part. `*` is the folder of any resource
 * group; a file belongs to the first part that it fits. What a group imports of another is its index.ts.
 */
export const SERVER_PARTS: Readonly<Record<string, readonly string[]>> = {
  "platform/": [],
  "kernel/": ["platform/"],
  "db/": ["platform/", "built/schema.ts"],
  "bus/": ["db/", "platform/"],
  "access/": ["db/", "kernel/problem.ts"],
  "outbox.ts": ["db/", "platform/"],
  "sessions/": ["access/", "db/", "kernel/problem.ts", "platform/"],
  "records/": ["db/", "kernel/", "platform/"],
  "resources/group.ts": ["bus/", "db/", "kernel/types.ts", "outbox.ts", "platform/", "records/", "sessions/"],
  "resources/*/index.ts": [
    "resources/group.ts",
    "resources/*/operations.ts",
    "resources/*/table.ts",
    // The tables of parts that have more than a table.
    "resources/*/assignments.ts",
    "resources/*/id-tags.ts",
    // What another group shows of them.
    "resources/*/state.ts",
  ],
  // Declares; what it needs to look up is a rule of records/.
  "resources/*/table.ts": ["records/", "resources/*/state.ts", "resources/driver-sql.ts"],
  // What vehicles and drivers show of each other.
  "resources/driver-sql.ts": [],
  // The SQL of what is shown with a record, but is not part of it.
  "resources/*/state.ts": ["records/"],
  "resources/*/repository.ts": ["db/", "platform/", "sessions/"],
  "resources/*/": [
    "access/",
    "bus/",
    "db/",
    // Its errors, and the types of requests and replies. The rest is the kernel's.
    "kernel/problem.ts",
    "kernel/problems.ts",
    "kernel/events.ts",
    "kernel/findings.ts",
    "kernel/reply.ts",
    "kernel/types.ts",
    "outbox.ts",
    "platform/",
    "records/",
    "resources/",
    "sessions/",
    "telemetry/",
  ],
  "demo/": ["access/", "db/", "outbox.ts", "platform/", "sessions/", "simulator/", "telemetry/"],
  // Reaches the server through its API only, like any other client.
  "simulator/": ["demo/demo-random.ts", "platform/"],
  "telemetry/": ["db/"],
  "http/": ["kernel/", "platform/"],
  "carry-out.ts": ["db/", "kernel/", "platform/", "records/"],
  "maintenance/": ["carry-out.ts", "db/", "platform/"],
  "problem-of.ts": ["db/", "kernel/", "platform/"],
  "requests-in-progress.ts": ["kernel/problem.ts"],
  "compose.ts": [
    "access/",
    "built/groups.ts",
    "bus/",
    "carry-out.ts",
    "db/",
    "demo/",
    "kernel/",
    "outbox.ts",
    "platform/",
    "problem-of.ts",
    "requests-in-progress.ts",
    "resources/group.ts",
    "sessions/",
  ],
  "web/": ["bus/", "compose.ts", "db/", "demo/", "kernel/", "maintenance/", "outbox.ts", "platform/", "telemetry/"],
  "server.ts": ["bus/", "compose.ts", "db/", "http/", "kernel/", "maintenance/", "outbox.ts", "platform/"],
  "main.ts": ["server.ts"],
  "index.ts": ["db/", "demo/", "http/", "kernel/", "outbox.ts", "platform/", "server.ts"],
};

/** A part of packages/auth/src. A file belongs to the first floor that it fits. */
interface Floor {
  readonly name: string;
  /** Prefixes of paths below packages/auth/src; `*` is any name. */
  readonly paths: readonly string[];
}

export const AUTH_FLOORS: readonly Floor[] = [
  { name: "entry", paths: ["index.ts", "create-auth.ts", "token-session.ts"] },
  // An interface without imports, which the options name and every store implements.
  { name: "ground", paths: ["store/token-store.ts"] },
  { name: "call", paths: ["call/"] },
  { name: "login", paths: ["login/"] },
  { name: "token", paths: ["token/"] },
  { name: "store", paths: ["store/"] },
  { name: "stores", paths: ["stores/"] },
  { name: "testing", paths: ["testing/"] },
  { name: "ground", paths: ["state/", "options/", "*.ts"] },
];

/** From top to bottom: a file may import its own floor and those that come after it in one of these lists. */
export const AUTH_STACKS: readonly (readonly string[])[] = [
  ["entry", "call", "login", "token", "store", "ground"],
  ["entry", "stores", "ground"],
  ["testing", "ground"],
];
