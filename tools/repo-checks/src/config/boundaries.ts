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
  "packages/server/src/demo/",
  "packages/server/src/web/",
  "packages/server/src/db/protocol/",
  "packages/server/src/platform/web-",
];

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

/** An import that is refused between two places of the server. `allow` takes out what is meant for sharing. */
export interface Boundary {
  readonly from: RegExp;
  readonly refuse: RegExp;
  readonly allow?: RegExp;
  readonly why: string;
}

/** The layers of the server, from style of a slice: handlers -> service -> repository -> db; nothing points back. */
export const SERVER_BOUNDARIES: readonly Boundary[] = [
  {
    from: /^packages\/server\/src\/resources\/[^/]+\/handlers(\.ts$|\/)/,
    refuse: /^packages\/server\/src\/db\//,
    why: "handlers unpack and answer; rules and transactions live in the service",
  },
  {
    from: /^packages\/server\/src\/resources\/[^/]+\/service(\.ts$|\/)/,
    refuse: /^packages\/server\/src\/(http|host|hosts|kernel)\//,
    allow: /^packages\/server\/src\/kernel\/problem\.ts$/,
    why: "a service knows no HTTP; it may only throw problems (kernel/problem.ts)",
  },
  {
    from: /^packages\/server\/src\/resources\/[^/]+\/(repository|mapping)(\.ts$|\/)/,
    refuse: /^packages\/server\/src\/resources\/[^/]+\/(service|handlers)(\.ts$|\/)/,
    why: "a repository is called by the service and calls nothing above it",
  },
  {
    from: /^packages\/server\/src\/records\//,
    refuse: /^packages\/server\/src\/(resources|sessions|http|host|hosts)\//,
    why: "what all groups do with records knows none of them",
  },
  {
    from: /^packages\/server\/src\/(platform|db)\//,
    refuse: /^packages\/server\/src\/(resources|access|sessions|http|host|hosts)\//,
    why: "platform and db know nothing of what is built on them",
  },
  {
    from: /^packages\/server\/src\/kernel\//,
    refuse: /^packages\/server\/src\/(resources|access|sessions|db|http|host|hosts)\//,
    why: "the kernel knows operations, not this service",
  },
];
