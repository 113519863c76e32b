import type { BrokenRequest } from "./broken-requests.ts";
import type { Operation } from "../../support/contract-operations.ts";
import type { WireRequest } from "./send.ts";

type Change = (request: WireRequest) => Partial<WireRequest>;

const changed = (request: WireRequest, change: Change, expected: BrokenRequest["expected"]): BrokenRequest => ({
  request: { ...request, ...change(request) },
  expected,
});

const malformed = { status: 400, code: "malformed_request" };
const wrongType = { status: 415, code: "unsupported_media_type" };
const anonymous = { status: 401, code: "unauthenticated" };
const inBody = (code: string): BrokenRequest["expected"] => ({
  status: 422,
  code: "validation_failed",
  finding: { in: "body", name: null, pointer: "", codes: [code] },
});

const withoutHeader = ({ headers }: WireRequest, name: string): WireRequest["headers"] =>
  headers.filter(([each]) => each !== name);

/** Requests that are wrong around their input: verbs, tokens, percent-encodings, a body where there is none. */
export function brokenFraming(operation: Operation, valid: WireRequest): BrokenRequest[] {
  const { verbs, auth, path, body } = operation;
  const wrongVerbs = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((verb) => !verbs.includes(verb));
  const encodings = ["%zz", "%", "%f", "%ff", "%00", "%c0%80", "%ed%a0%80", "a%"];
  const authorization = (...values: string[]): Change => {
    return (request) => ({
      headers: [
        ...withoutHeader(request, "Authorization"),
        ...values.map((value) => ["Authorization", value] as const),
      ],
    });
  };
  return [
    ...wrongVerbs.map((method) =>
      changed(valid, () => ({ method, body: null }), { status: 405, code: "method_not_allowed" }),
    ),
    ...encodings.map((text) =>
      changed(valid, ({ target }) => ({ target: `${target}${target.includes("?") ? "&" : "?"}x=${text}` }), malformed),
    ),
    ...(path.includes("{") ? encodings : []).map((text) =>
      changed(valid, () => ({ target: path.replaceAll(/\{\w+\}/g, text) }), malformed),
    ),
    ...(auth === "required"
      ? [[], ["bearer"], ["bearer x y"], ["bearer unknown"], ["Basic YTpi"], [""]].map((values) =>
          changed(valid, authorization(...values), anonymous),
        )
      : []),
    changed(valid, authorization("bearer a", "bearer b"), malformed),
    ...(body === null ? [changed(valid, () => ({ body: "{}" }), inBody("unexpected_body"))] : []),
  ];
}

/** Bodies that are no JSON, or are sent as something else. */
export function brokenBodies({ maxBodyBytes }: Operation, valid: WireRequest): BrokenRequest[] {
  const json = String(valid.body);
  const member = (text: string): string => json.replace(/^\{/, json === "{}" ? `{${text}` : `{${text},`);
  const nested = `${"[".repeat(32)}${"]".repeat(32)}`;
  const texts = [
    json.slice(0, -1),
    `${json}}`,
    `${json}${json}`,
    ` `,
    `\uFEFF${json}`,
    json.replaceAll('"', "'"),
    member('"k":1,"k":2'),
    member(String.raw`"k":1,"\u006b":2`),
    member(String.raw`"k":"\u0000"`),
    member(String.raw`"\u0000":1`),
    member(String.raw`"k":"\ud800"`),
    member(String.raw`"k":"\udc00\ud800"`),
    member('"k":"\n"'),
    member('"k":"\0"'),
    member('"k":NaN'),
    member('"k":01'),
    member('"k":+1'),
    member('"k":1.'),
    member('"k":undefined'),
    member('"k":1,,"l":1'),
    member(`"k":${nested}`),
    `${json} // comment`,
  ];
  const bytes = [
    new Uint8Array([0xff, 0xfe]),
    new Uint8Array([...Buffer.from(json.slice(0, -1)), 0xc3]),
    new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from(json, "utf16le"),
  ];
  const types = [
    "text/plain",
    "application/xml",
    "application/json; charset=latin1",
    "application/merge-patch+json",
    "json",
  ];
  const contentType = (...values: string[]): Change => {
    return (request) => ({
      headers: [...withoutHeader(request, "Content-Type"), ...values.map((value) => ["Content-Type", value] as const)],
    });
  };
  return [
    ...[...texts, ...bytes].map((body) => changed(valid, () => ({ body }), malformed)),
    ...types.map((type) => changed(valid, contentType(type), wrongType)),
    changed(valid, contentType(), wrongType),
    changed(valid, contentType("application/json", "application/json"), malformed),
    changed(valid, ({ headers }) => ({ headers: [...headers, ["Content-Encoding", "gzip"]] }), wrongType),
    changed(valid, () => ({ body: null }), inBody("required")),
    changed(valid, () => ({ body: json.padEnd(maxBodyBytes + 1) }), { status: 413, code: "payload_too_large" }),
  ];
}
