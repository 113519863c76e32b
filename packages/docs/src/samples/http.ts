import type { Callable, ExampleRequest, Values } from "./example-request.ts";
import { isSeparated, pathOf, queryOf, queryText } from "./example-request.ts";
import { Call, Code, membersOf, printCall, printJson, TOKEN, withNewKey } from "./literal.ts";

/** A command for any POSIX shell, with the access token in the variable `API_TOKEN`. */
export function curlSample(operation: Callable, request: ExampleRequest, baseUrl: string): string {
  const address = `${baseUrl}${pathOf(operation, request.path)}${queryText(operation, request)}`;
  const method = operation.verb.toUpperCase();
  const usual = request.body === undefined ? "GET" : "POST";
  const words = [
    "curl",
    // Otherwise it collects what comes.
    ...(operation.stream ? ["-N"] : []),
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
  if (operation.stream) {
    return [
      "  const body = response.body?.pipeThrough(new TextDecoderStream());",
      "  for await (const text of body ?? []) console.log(text);",
    ];
  }
  // The token of a login is in a header of the response.
  if (operation.auth === "none") return ['  console.log(response.headers.get("authorization"));'];
  return operation.paged
    ? ["  const { data, pagination } = await response.json();", "  console.log(data, pagination.total);"]
    : ["  const { data } = await response.json();", "  console.log(data);"];
}

/** A program with openapi-fetch and the `paths` of the contract. */
export function openapiFetchSample(operation: Callable, request: ExampleRequest, baseUrl: string): string {
  const isLogin = operation.auth === "none";
  const init = membersOf({
    params: membersOf({
      path: membersOf(request.path),
      query: membersOf(request.query),
      header: membersOf(withNewKey(request.headers)),
    }),
    body: request.body,
    ...(operation.stream && { parseAs: "stream" }),
  });
  const options = {
    baseUrl: baseUrl,
    ...(operation.auth === "required" && { headers: { authorization: TOKEN } }),
    // openapi-fetch repeats the name of a list for each item, unless it is told otherwise.
    ...(Object.keys(request.query).some((name) => isSeparated(operation, name)) && {
      querySerializer: { array: { style: "form", explode: false } },
    }),
  };
  const read = [
    ...(isLogin ? ['response.headers.get("authorization")'] : [operation.stream ? "data" : "data.data"]),
    ...(operation.paged ? ["data.pagination.total"] : []),
  ];
  const members = isLogin ? "error, response" : "data, error";
  const call = `const { ${members} } = await client.${operation.verb.toUpperCase()}`;
  return [
    'import type { paths } from "@fleet-api/contract";',
    'import createClient from "openapi-fetch";',
    "",
    printCall("const client = createClient<paths>", [options], ";"),
    "",
    printCall(call, init === undefined ? [operation.path] : [operation.path, init], ";"),
    "if (error) console.error(error.status, error.code);",
    `else console.log(${read.join(", ")});`,
  ].join("\n");
}
