import type { Callable } from "./callable.ts";
import { isSeparated } from "./address.ts";
import type { ExampleRequest } from "./example-request.ts";
import { printCall } from "./literal.ts";
import { membersOf, TOKEN, withNewKey } from "./typescript.ts";

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
    ...(isLogin ? ['response.headers.get("authorization")'] : ["data.data"]),
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
