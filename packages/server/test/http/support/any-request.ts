import fc from "fast-check";
import type { Wanted } from "./running-host.ts";

/** Requests of all kinds: near the contract in most parts and wrong in some. */
const paths = [
  "/auth/login",
  "/auth/token",
  "/auth/registration/abc",
  "/auth/registration/gone",
  "/auth/registration/%zz",
  "/auth/permission/units/action/view",
  "/auth/permission/Units/action/%20",
  "/auth/logout",
  "/auth/password/reset/request",
  "/auth/password/reset",
  "/auth/register/complete",
  "/auth/monitor/user",
  "/units/listing",
  "/tests/ping",
  "/nowhere",
];
const visible = fc.string({ unit: fc.constantFrom(..."abcXYZ019%&=+-_.,;~!*'()@:$/?"), maxLength: 12 });
const number = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom("1e3", "05", "", "%205", "%00", "%ff"),
);
const pair = fc.oneof(
  fc
    .tuple(fc.constantFrom("page", "per_page", "limit", "client_id", "perpage"), number)
    .map(([name, value]) => `${name}=${value}`),
  fc.constantFrom("lifecycle_status=active", "lifecycle_status=active,lost", "partner_id=p-1", "agency_id="),
  visible,
);
const query = fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
const headerText = fc.string({ unit: fc.constantFrom(...'abc /;="\\,.*+-_\té'), maxLength: 20 });

/** Values of one header: none, a usual one, or anything that HTTP lets through. */
function header(...usual: string[]): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: headerText.map((text) => text.trim()) },
  );
}

const headers = fc
  .record({
    authorization: header("bearer good", "BEARER old", "bearer poor", "bearer expired", "bearer nobody"),
    "content-type": header("application/json", "application/json; charset=utf-8", "text/plain"),
    "x-request-id": header("request-id_1"),
    accept: header("application/json", "text/html"),
  })
  .map((fields) =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );

const fields = ["username", "password", "email", "token", "password_confirmation", "__proto__", "extra"];
const record = fc.dictionary(fc.constantFrom(...fields), fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 2 })));
const bytes = fc.oneof(
  record.map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 40 }),
);

/** A request that both faces can be given as it is. */
export const anyRequest: fc.Arbitrary<Wanted> = fc
  .record({
    method: fc.constantFrom("GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"),
    path: fc.constantFrom(...paths),
    query,
    headers,
    bytes,
  })
  .map((parts) => ({
    method: parts.method,
    target: `/api/v1${parts.path}${parts.query}`,
    headers: parts.headers,
    body: parts.method === "GET" || parts.method === "HEAD" ? null : parts.bytes,
  }));
