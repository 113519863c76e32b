/** The published packages and what their `exports` lead to. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A package with a reference made from its docstrings. */
export interface PublishedPackage {
  /** Its place in the site, below `packages/`. */
  readonly slug: string;
  readonly name: string;
  /** One sentence, from package.json. */
  readonly description: string;
  readonly folder: URL;
  readonly entries: readonly Entry[];
}

/** An import path of a package. */
export interface Entry {
  /** What is imported: `@fleet-api/client/retry`. */
  readonly name: string;
  /** Its place below that of the package: `retry`. */
  readonly slug: string;
  /** The source with its types, as an absolute path; null for an entry without a page of its own. */
  readonly file: string | null;
}

/** The root of the repository. */
export const ROOT = new URL("../../../../", import.meta.url);

/** Folders of the packages by their places in the site. */
const FOLDERS = { client: "client", auth: "auth", contract: "contract" } as const;

/** The page of the entry `.`. */
const ROOT_ENTRY = "root";

export function readPackages(): Promise<PublishedPackage[]> {
  return Promise.all(
    Object.entries(FOLDERS).map(async ([slug, name]) => {
      const folder = new URL(`../../../${name}/`, import.meta.url);
      return readPackage(slug, folder, JSON.parse(await readFile(new URL("package.json", folder), "utf8")));
    }),
  );
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** A package as its manifest describes it. */
export function readPackage(slug: string, folder: URL, { name, description, exports }: Manifest): PublishedPackage {
  const entries = Object.entries(exports)
    .filter(([path]) => path !== "./package.json")
    .map(([path, target]): Entry => {
      const entry = path.replace(/^\./, name);
      const source = typeof target === "string" ? target : target.types;
      const hasPage = GENERATED[entry] === undefined;
      if (hasPage && (path.includes("*") || !source.endsWith(".ts")))
        throw new Error(`${entry} is no module with docstrings: say in GENERATED what it is.`);
      return {
        name: entry,
        slug: path === "." ? ROOT_ENTRY : path.slice(2),
        file: hasPage ? fileURLToPath(new URL(source, folder)) : null,
      };
    });
  return { slug, name, description, folder, entries };
}

/** What an entry is that has no page, and the page of the site that shows what is in it. */
export interface Elsewhere {
  readonly text: string;
  readonly url: string;
}

/** Entries that hold one name for each operation or record: the reference of the API has them already. */
export const GENERATED: Readonly<Record<string, Elsewhere>> = {
  "@fleet-api/client/operations": {
    text: "One function for each operation, for the client of `@fleet-api/client/core`.",
    url: "groups/",
  },
  "@fleet-api/client/types/*": { text: "The types of one resource group, such as `units`.", url: "schemas/" },
  "@fleet-api/contract/types/*": {
    text: "The types of one resource group, such as `units`: records, and input and results of its operations.",
    url: "schemas/",
  },
  "@fleet-api/contract/validators/lazy/*": {
    text: "For each operation a function that imports its validators when it is called: `request` and `response`.",
    url: "packages/contract/validators/",
  },
  "@fleet-api/contract/validators/request/*": {
    text: "The validators of the request of one operation, by operation id.",
    url: "packages/contract/validators/",
  },
  "@fleet-api/contract/validators/response/*": {
    text: "The validators of the responses of one operation, by operation id.",
    url: "packages/contract/validators/",
  },
  "@fleet-api/contract/openapi.json": { text: "The bundled OpenAPI description.", url: "groups/" },
  "@fleet-api/contract/openapi.documented.json": {
    text: "The OpenAPI description of what the source description states, and nothing else.",
    url: "guides/decisions/",
  },
  "@fleet-api/contract/changelog.md": {
    text: "What changed since the last release of the contract.",
    url: "changelog/",
  },
};

/** Generated types and values that grow with the contract, and the page of the site that shows what is in them. */
export const MEMBERS_ELSEWHERE: Readonly<Record<string, string>> = {
  components: "schemas/",
  examples: "groups/",
  Facade: "groups/",
  operations: "groups/",
  OperationTypes: "groups/",
  paths: "groups/",
  permissionCatalogue: "permissions/",
  problemExamples: "problems/",
  problems: "problems/",
  records: "schemas/",
};

/** Guides about what an entry is for. */
export const GUIDES: Readonly<Record<string, readonly string[]>> = {
  "@fleet-api/auth": ["login-and-rotation", "sessions-and-stores"],
  "@fleet-api/auth/stores/cookie": ["sessions-and-stores"],
  "@fleet-api/auth/stores/encrypted": ["sessions-and-stores"],
  "@fleet-api/auth/stores/file": ["sessions-and-stores"],
  "@fleet-api/auth/stores/redis": ["sessions-and-stores"],
  "@fleet-api/auth/stores/web": ["sessions-and-stores", "react-and-vue"],
  "@fleet-api/auth/testing": ["testing"],
  "@fleet-api/client": ["start", "errors-and-retries", "paging"],
  "@fleet-api/client/conditional": ["idempotency-and-concurrent-edits"],
  "@fleet-api/client/observe": ["middleware"],
  "@fleet-api/client/otel": ["middleware"],
  "@fleet-api/client/retry": ["errors-and-retries"],
  "@fleet-api/client/testing": ["testing"],
  "@fleet-api/client/validate": ["middleware"],
  "@fleet-api/client/paginate": ["paging", "sync"],
  "@fleet-api/contract/permissions": ["permissions-and-scope"],
  "@fleet-api/contract/problems": ["errors-and-retries"],
};
