import type { Callable } from "./callable.ts";
import { pathOf, queryText } from "./address.ts";
import type { ExampleRequest } from "./example-request.ts";
import { printJson } from "./literal.ts";

/** A command for any POSIX shell, with the access token in the variable `API_TOKEN`. */
export function curlSample(operation: Callable, request: ExampleRequest, baseUrl: string): string {
  const address = `${baseUrl}${pathOf(operation, request.path)}${queryText(operation, request)}`;
  const method = operation.verb.toUpperCase();
  const usual = request.body === undefined ? "GET" : "POST";
  const words = [
    "curl",
    // The token of a login is in a header of the response.
    ...(operation.auth === "none" ? ["-i"] : []),
    ...(method === usual ? [] : [`-X ${method}`]),
    quoteForShell(address),
  ];
  const headers = Object.entries(request.headers).map(([name, value]) => `${name.toLowerCase()}: ${String(value)}`);
  const media =
    operation.body === null || request.body === undefined ? [] : [`content-type: ${operation.body.mediaType}`];
  const options = [
    ...(operation.auth === "required" ? ['-H "authorization: bearer $API_TOKEN"'] : []),
    ...[...headers, ...media].map((header) => `-H ${quoteForShell(header)}`),
    ...(request.body === undefined ? [] : [`-d ${quoteForShell(printJson(request.body, BODY))}`]),
  ];
  return [words.join(" "), ...options.map((option) => `  ${option}`)].join(" \\\n");
}

/** Where the body stands: indented below `curl`, after `-d '` and before the last quote. */
const BODY = { indent: 2, before: "-d '".length, behind: 1 };

/** A text as one word of a POSIX shell, in which nothing is expanded. A NUL cannot stand in an argument of a command. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
