import type { Callable, ExampleRequest, Values } from "./example-request.ts";
import { Code, KEY_HEADER, membersOf, printCall } from "./literal.ts";

/** The one operation that needs a token and does not make a session log in. */
const LOGOUT = "authLogout";

/** A program with the client. Its session logs in where the operation needs an access token. */
export function clientSample(operation: Callable, request: ExampleRequest, baseUrl: string): string {
  const { paged, stream } = operation;
  const isIterated = paged || stream;
  const { group, method } = methodOf(operation);
  const input = membersOf({
    path: membersOf(request.path),
    // An iteration chooses the pages itself, and the client makes the keys.
    query: membersOf(paged ? without(request.query, "page") : request.query),
    headers: membersOf(without(request.headers, KEY_HEADER)),
    body: operation.auth === "none" ? withCredentials(request.body) : request.body,
  });
  const call = `fleet.${group}.${method}`;
  const args = input === undefined ? [] : [input];
  const result = successes(operation) > 1 ? ["result.status", "result.data"] : ["result.data"];
  const [item, shown] = stream ? ["event", "event.event, event.data"] : ["item", "item"];
  const lines = isIterated
    ? [
        "try {",
        `  ${printCall(`for await (const ${item} of ${call}`, args, ") {", 2)}`,
        `    console.log(${shown});`,
        "  }",
        "} catch (error) {",
        "  if (!isFleetError(error)) throw error;",
        "  console.error(error.status, error.code);",
        "}",
      ]
    : [
        ...(operation.id === LOGOUT ? ["await auth.login();"] : []),
        printCall(`const result = await ${call}`, args, ";"),
        `if (result.ok) console.log(${result.join(", ")});`,
        "else console.error(result.status, result.error.code);",
      ];
  return [...setUp(operation, baseUrl, isIterated), "", ...lines].join("\n");
}

function setUp({ auth }: Callable, address: string, throws: boolean): string[] {
  const names = ["createFleetClient", ...(throws ? ["isFleetError"] : [])];
  const client = `import { ${names.join(", ")} } from "@fleet-api/client";`;
  const baseUrl = `const baseUrl = ${JSON.stringify(address)};`;
  if (auth === "optional") return [client, "", baseUrl, "const fleet = createFleetClient({ baseUrl });"];
  return [
    'import { createAuth } from "@fleet-api/auth";',
    client,
    "",
    baseUrl,
    'const { API_USER: username = "", API_PASSWORD: password = "" } =',
    "  process.env;",
    "const auth = createAuth({ baseUrl, credentials: { username, password } });",
    "const fleet = createFleetClient({ baseUrl, ...auth.bind() });",
  ];
}

/** Group and method of the facade, such as `unitGroups` and `get` of `unitGroupsGet`. */
function methodOf({ id, path }: Callable): { group: string; method: string } {
  const segment = path.split("/")[1] ?? "";
  const group = segment.replace(/[-_]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  return { group, method: id.charAt(group.length).toLowerCase() + id.slice(group.length + 1) };
}

/** The body of a login, with the user name and the password that the session has. */
function withCredentials(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return { ...body, username: new Code("username"), password: new Code("password") };
}

function successes({ replies }: Callable): number {
  return replies.filter(({ status }) => status < 300).length;
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
