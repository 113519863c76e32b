/**
 * Who may depend on whom inside the workspace, dev dependencies included, by folder. A package that is not listed may
 * depend on no other: a new package starts here.
 */
export const WORKSPACE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  "packages/contract": [],
  "packages/http": [],
  // For tests alone; nothing that is published depends on a tool.
  "packages/auth": ["packages/http", "tools/test-postgres"],
  "packages/client": ["packages/contract", "packages/http"],
  "packages/server": ["packages/contract", "tools/test-postgres"],
  // Client, session and server are bundled into the site; nobody installs them with the package.
  "packages/docs": ["packages/contract", "packages/auth", "packages/client", "packages/server"],
  "tools/spec-rules": [],
  "tools/codegen": ["tools/spec-rules"],
  "tools/contract-quality": ["packages/contract", "tools/codegen"],
  "tools/contract-tests": ["packages/contract", "packages/server", "tools/test-postgres"],
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
    "tools/repo-checks",
  ],
  "tools/runtimes": ["packages/contract", "packages/auth", "packages/client", "packages/server"],
  "tools/test-postgres": [],
  "tools/bench": [
    "packages/contract",
    "packages/auth",
    "packages/client",
    "packages/server",
    "tools/codegen",
    "tools/test-postgres",
  ],
};

/** Published packages whose third-party dependencies are fixed by the design. The others may choose theirs. */
export const RUNTIME_DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  "packages/contract": [],
  "packages/http": [],
  "packages/auth": [],
  // The second is a peer of the first, which only the entry observe imports.
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
