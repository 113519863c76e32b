/** A request that costs the server as much as possible. */
export interface Attack {
  readonly title: string;
  /** Makes the bytes for a server on this port. */
  readonly bytes: (port: number) => Buffer;
  /** The body never ends: connections are held open instead of being answered. */
  readonly held?: true;
}

/** Bytes of a request; a body is announced with its length unless `headers` say otherwise. */
export function request(line: string, headers: readonly string[] = [], body = ""): Attack["bytes"] {
  const announced = body === "" || headers.some((field) => field.startsWith("transfer-encoding"));
  const framing = announced ? [] : [`content-length: ${Buffer.byteLength(body, "latin1")}`];
  return (port) =>
    Buffer.from(
      [`${line} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers, ...framing, "", body].join("\r\n"),
      "latin1",
    );
}

const login = "POST /api/v1/auth/login";
const ping = "GET /api/v1/tests/ping";
const json = "content-type: application/json";
/** Just below the 16 KiB that Node takes as request line and headers. */
const headBytes = 15_000;
const megabyte = 1_000_000;
const users = '"username":"nobody","password":"wrong"';

/** A JSON object with as many members as fit. */
function members(bytes: number, member: (index: number) => string): string {
  const texts: string[] = [];
  for (let index = 0, length = 2; length < bytes; index++) {
    const text = member(index);
    texts.push(text);
    length += text.length + 1;
  }
  return `{${texts.join(",")}}`;
}

/** A body of the largest size that the login takes, or of a size that it refuses. */
function bodies(kind: string, text: (bytes: number) => string): Attack[] {
  return [
    { title: `${kind}, 16 kB`, bytes: request(login, [json], text(16_300)) },
    { title: `${kind}, 1 MB`, bytes: request(login, [json], text(megabyte)) },
  ];
}

function heads(): Attack[] {
  const spaces = " ".repeat(headBytes);
  return [
    { title: "content type with spaces", bytes: request(login, [`content-type: application/json${spaces}x`], "{}") },
    { title: "content type with parameters", bytes: request(login, [`${json}${";".repeat(headBytes)}x`], "{}") },
    { title: "authorization with spaces", bytes: request(ownToken, [`authorization: bearer${spaces}x y`]) },
    { title: "long token", bytes: request(ownToken, [`authorization: bearer ${"f1.1".repeat(headBytes / 4)}`]) },
    {
      title: "many headers",
      bytes: request(
        ping,
        Array.from({ length: 2500 }, (_, index) => `x${index % 10}:`),
      ),
    },
    { title: "long path", bytes: request(`GET /api/v1/${'"'.repeat(headBytes)}`) },
    { title: "path of slashes", bytes: request(`GET /api/v1${"/".repeat(headBytes)}`) },
    { title: "query ?a&a&...", bytes: request(`${ping}?${"a&".repeat(headBytes / 2)}`) },
    { title: "query of distinct names", bytes: request(`${ping}?${distinctNames()}`) },
    { title: "percent-encoded query", bytes: request(`${ping}?a=${"%C5%BE".repeat(headBytes / 6)}`) },
  ];
}

const ownToken = "GET /api/v1/auth/token";

function distinctNames(): string {
  return Array.from({ length: headBytes / 6 }, (_, index) => `p${String(index).padStart(4, "0")}`).join("&");
}

/** A parameter of many values, on an operation that needs a token. */
export function csvAttack(authorization: string): Attack {
  const target = `/api/v1/units/listing?lifecycle_status=${"x,".repeat(7000)}`;
  return {
    title: "list parameter of 7,000 values",
    bytes: request(`GET ${target}`, [`authorization: ${authorization}`]),
  };
}

/** What costs a server most for the bytes that it takes to send. */
export const attacks: readonly Attack[] = [
  ...heads(),
  ...bodies("unknown members", (bytes) => members(bytes, (index) => `"k${index}":1`)),
  ...bodies("duplicate keys", (bytes) =>
    members(bytes, (index) => (index < 2 ? `"a":1` : `"k${index}":1`)).replace(/^{"a":1,(.*)}$/, '{$1,"a":1}'),
  ),
  ...bodies("findings in lists", (bytes) => `{${users},"x":[${"0,".repeat(bytes / 2 - 30)}0]}`),
  ...bodies("deep nesting", (bytes) => "[".repeat(bytes)),
  ...bodies("text of escapes", (bytes) => `{"username":"${"\\u0061".repeat(bytes / 6 - 10)}","password":"b"}`),
  ...bodies("long username", (bytes) => `{"username":"${"a".repeat(bytes - 40)}","password":"b"}`),
  ...bodies("bytes that are not UTF-8", (bytes) => `"${"a".repeat(bytes - 3)}\xff"`),
  {
    title: "chunks of one byte, 1 MB",
    bytes: request(login, [json, "transfer-encoding: chunked"], `${"1\r\na\r\n".repeat(megabyte / 6)}0\r\n\r\n`),
  },
  { title: "body that never ends", bytes: request(login, [json, "content-length: 9000"], "{"), held: true },
];
