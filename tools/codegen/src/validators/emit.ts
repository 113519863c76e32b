import { posix } from "node:path";
import { type Artefact, validatorsFolder } from "../artefact.ts";
import { banner } from "../banner.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import type { OperationModel } from "../operations.ts";
import { keptErrors } from "./bounded-loops.ts";
import { addRequest, addResponses, Imports } from "./operation-modules.ts";
import { SchemaModules } from "./schema-modules.ts";

/**
 * Validators of request bodies, parameters and responses, as the contract says: modules that share one function per
 * schema, with two entries per operation; and all operations in one file, because a server that starts would wait for
 * the reading of hundreds of files.
 */
export async function emitValidators(
  document: OpenApiDocument,
  operations: readonly OperationModel[],
): Promise<Artefact[]> {
  const schemas = new SchemaModules(document, false);
  const imports = new Imports();
  const rows = operations.map((operation) =>
    naming(operation.id, () => {
      const request = addRequest(schemas, document, operation);
      const members = ["body", "items", "bodyRequired", "maxBodyBytes", "parameters"].map(
        (name) => `${name}: ${imports.use(request, name)}`,
      );
      const responses = imports.use(addResponses(schemas, operation), "responses");
      return `${operation.id}: { ${members.join(", ")}, responses: ${responses} }`;
    }),
  );
  for (const kind of ["request", "response"] as const)
    schemas.modules.add(`lazy/${kind}.js`, { imports: new Map(), body: lazyTable(kind, operations) });
  const body = `export const keptErrors = ${keptErrors}; export const validators = { ${rows.join(", ")} };`;
  await schemas.compile();
  return [
    built("../validators.js", banner() + (await schemas.modules.bundle({ imports: imports.byName, body }))),
    ...(await moduleArtefacts(schemas)),
    ...(["request", "response"] as const).map((kind) => built(`lazy/${kind}.d.ts`, lazyTypes(kind))),
    ...operations.flatMap(({ id }) => [
      built(`request/${id}.d.ts`, requestTypes(id)),
      built(`response/${id}.d.ts`, responseTypes(id)),
    ]),
  ];
}

/** Validators of responses that also refuse members which the contract does not name: for tests of a server. */
export async function emitStrictResponses(
  document: OpenApiDocument,
  operations: readonly OperationModel[],
): Promise<Artefact> {
  const schemas = new SchemaModules(document, true);
  const imports = new Imports();
  const rows = operations.map((operation) =>
    naming(operation.id, () => `${operation.id}: ${imports.use(addResponses(schemas, operation), "responses")}`),
  );
  const body = `export const strictResponses = { ${rows.join(", ")} };`;
  await schemas.compile();
  return built("../validators.strict.js", banner() + (await schemas.modules.bundle({ imports: imports.byName, body })));
}

/**
 * Bundlers make a file of each `import()`, so that a page loads what it calls. Requests have a table of their own, because
 * the table of 150 operations is some kilobytes, and most pages check answers alone.
 */
function lazyTable(kind: "request" | "response", operations: readonly OperationModel[]): string {
  const rows = operations.map(({ id }) => `${id}: () => import("../${kind}/${id}.js")`);
  return `export const ${kind}s = { ${rows.join(", ")} };`;
}

async function moduleArtefacts({ modules }: SchemaModules): Promise<Artefact[]> {
  return [...(await modules.texts())].map(([path, text]) => built(path, moduleBanner + text));
}

/** Without the hash of the contract: a file changes only with its schema, so that browsers may keep it. */
const moduleBanner = "/* Generated from spec/openapi.yaml by tools/codegen. */\n";

function built(path: string, text: string): Artefact {
  return { path: posix.join(validatorsFolder, path), text, checkedIn: false };
}

/** Declarations of the entries of single operations, in terms of the types that all operations share. */

function requestTypes(id: string): string {
  return `import type { RequestValidators } from "@fleet-api/contract/validators";

type Request = RequestValidators<"${id}">;
export declare const body: Request["body"];
export declare const items: Request["items"];
export declare const bodyRequired: Request["bodyRequired"];
export declare const maxBodyBytes: Request["maxBodyBytes"];
export declare const parameters: Request["parameters"];
`;
}

function responseTypes(id: string): string {
  return `import type { ResponseValidators } from "@fleet-api/contract/validators";

export declare const responses: ResponseValidators<"${id}">["responses"];
`;
}

/** Declaration of the functions that import these entries, by operation. */
function lazyTypes(kind: "request" | "response"): string {
  const validators = kind === "request" ? "RequestValidators" : "ResponseValidators";
  return `import type { OperationId } from "@fleet-api/contract/operations";
import type { ${validators} } from "@fleet-api/contract/validators";

export declare const ${kind}s: { readonly [Id in OperationId]: () => Promise<${validators}<Id>> };
`;
}
