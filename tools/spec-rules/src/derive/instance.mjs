/** @import { Document, Server } from "../openapi.d.ts" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
import { member } from "../document/located.mjs";

/**
 * The path of a request to an operation, as an error shows it: below the base path of the first server, with the
 * examples of the path parameters, and with `:name` for a parameter that is a secret.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Document} document
 */
export function instanceOf(references, { path, parameters }, { servers }) {
  const values = new Map(
    parameters
      .filter(({ node }) => node.in === "path")
      .map((parameter) => {
        const schema = member(references.context, parameter, "schema")?.node ?? {};
        const isSecret = schema["x-sensitive"] === true || schema.format === "password";
        const example = parameter.node.example ?? schema.examples?.[0];
        const { name } = parameter.node;
        return [name, isSecret || example === undefined ? `:${name}` : encodeURIComponent(String(example))];
      }),
  );
  return basePath(servers?.[0]) + path.replace(/\{([^}]+)\}/g, (_whole, name) => values.get(name) ?? `:${name}`);
}

/** @param {Server | undefined} server */
function basePath(server) {
  if (typeof server?.url !== "string") return "";
  const url = server.url.replace(/\{([^}]+)\}/g, (_whole, name) => server.variables?.[name]?.default ?? "");
  return new URL(url, "http://localhost").pathname.replace(/\/$/, "");
}
