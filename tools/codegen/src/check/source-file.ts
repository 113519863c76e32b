import { verbs } from "@fleet-api-tools/openapi-document";
import type { Places } from "../places.ts";

/** A bundled document, whatever its shape, and where its parts are written. */
export interface Written {
  readonly marked: unknown;
  readonly places: Places;
}

/**
 * The error with the file of its author: that of the operation or schema that the message names first. The bundle does
 * not say where its parts come from.
 */
export function withSourceFile(error: unknown, { marked, places }: Written): unknown {
  if (!(error instanceof Error) || error.message.includes("\n  in spec/")) return error;
  const { message } = error;
  const found = namedParts(marked, places)
    .map(([name, file]) => ({ at: indexOfWord(message, name), file }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const [first] = found;
  return first === undefined ? error : new Error(`${message}\n  in spec/${first.file}`, { cause: error });
}

/** How messages name operations and schemas, with the files of these. */
function namedParts(marked: unknown, { files }: Places): [name: string, file: string][] {
  const { paths = {} }: { paths?: unknown } = Object(marked);
  const operations = Object.entries(Object(paths)).flatMap(([path, item]) => {
    const file = files.get(path);
    if (file === undefined) return [];
    const ids = verbs.map((verb) => {
      const { operationId }: { operationId?: unknown } = Object(Object(item)[verb]);
      return operationId;
    });
    return [path, ...ids.filter((id) => typeof id === "string")].map((name): [string, string] => [name, file]);
  });
  const schemas = [...files].map(([name, file]): [string, string] => [`schema ${name}`, file]);
  return [...operations, ...schemas];
}

function indexOfWord(message: string, name: string): number {
  const escaped = name.replaceAll(/\W/g, "\\$&");
  return message.search(new RegExp(`(?<![\\w/{])${escaped}(?![\\w/{])`));
}
