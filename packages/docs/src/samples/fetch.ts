import type { Callable } from "./callable.ts";
import { pathOf, queryOf } from "./address.ts";
import type { ExampleRequest, Values } from "./example-request.ts";
import { Call, Code, printCall } from "./literal.ts";
import { membersOf, TOKEN, withNewKey } from "./typescript.ts";

/** A program with `fetch` alone, which every runtime has. */
export function fetchSample(operation: Callable, request: ExampleRequest, baseUrl: string): string {
  const query = queryOf(operation, request);
  const address = new Code(`\`\${baseUrl}${pathOf(operation, request.path)}${query.length === 0 ? "" : "?${query}"}\``);
  const init = membersOf({
    ...(operation.verb !== "get" && { method: operation.verb.toUpperCase() }),
    headers: membersOf(headersOf(operation, request)),
    body: request.body === undefined ? undefined : new Call("JSON.stringify", request.body),
  });
  return [
    `const baseUrl = ${JSON.stringify(baseUrl)};`,
    ...(query.length === 0 ? [] : [printCall("const query = new URLSearchParams", [searchOf(query)], ";")]),
    printCall("const response = await fetch", init === undefined ? [address] : [address, init], ";"),
    "",
    'const type = response.headers.get("content-type") ?? "";',
    "if (response.ok) {",
    ...readSuccess(operation),
    '} else if (type.startsWith("application/problem+json")) {',
    "  const problem = await response.json();",
    "  console.error(problem.status, problem.code);",
    "} else {",
    "  console.error(response.status, await response.text());",
    "}",
  ].join("\n");
}

/** A record, unless a name is there twice. */
function searchOf(query: [name: string, text: string][]): unknown {
  return new Set(query.map(([name]) => name)).size === query.length ? Object.fromEntries(query) : query;
}

function headersOf(operation: Callable, request: ExampleRequest): Values {
  const { auth, body } = operation;
  return {
    ...(auth === "required" && { authorization: TOKEN }),
    ...(request.body !== undefined && body !== null && { "content-type": body.mediaType }),
    ...Object.fromEntries(
      Object.entries(withNewKey(request.headers)).map(([name, value]) => [
        name.toLowerCase(),
        value instanceof Code ? value : String(value),
      ]),
    ),
  };
}

function readSuccess(operation: Callable): string[] {
  // The token of a login is in a header of the response.
  if (operation.auth === "none") return ['  console.log(response.headers.get("authorization"));'];
  return operation.paged
    ? ["  const { data, pagination } = await response.json();", "  console.log(data, pagination.total);"]
    : ["  const { data } = await response.json();", "  console.log(data);"];
}
