import type { Finding } from "@fleet-api/contract";
import fc from "fast-check";
import type { Operation, Parameter } from "../../support/contract-operations.ts";
import { brokenTexts, brokenValues, rawJsonOf } from "./broken-values.ts";
import type { WireAnswer, WireRequest } from "../../support/send.ts";
import { jsonOf } from "../../support/send.ts";
import { inputsOf, itemsOf } from "../../support/example-variants.ts";
import type { Input } from "./valid-requests.ts";
import { textOf, wireRequest } from "./valid-requests.ts";
import { fitting } from "../../support/values-of-schema.ts";

/** A request that breaks the contract in one place, and what it must be answered with. */
export interface BrokenRequest {
  readonly request: WireRequest;
  readonly expected: Refusal;
}

/** The answer to a broken request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** What all findings are about; at least one has one of the codes. */
  readonly finding?: Pick<Finding, "in" | "name" | "pointer"> & { readonly codes: readonly string[] };
}

/** All ways to break a valid request. */
export function brokenRequests(operation: Operation, given: Input): fc.Arbitrary<BrokenRequest> {
  return inputsToBreak(operation, given).chain((input) => breaksOf(operation, input));
}

function breaksOf(operation: Operation, input: Input): fc.Arbitrary<BrokenRequest> {
  const valid = wireRequest(operation, input);
  const ways = [
    ...operation.parameters.flatMap((parameter) => brokenParameter(operation, input, parameter)),
    fc.oneof(...unknownParameters(valid), ...repeatedParameters(operation, valid, input)),
    fc.constantFrom(...brokenFraming(operation, valid)),
  ];
  if (operation.body !== null) {
    const bodies = brokenValues(operation.body, input.body).map(({ value, pointer, codes }): BrokenRequest => ({
      request: { ...valid, body: rawJsonOf(value) },
      expected: unacceptable({ in: "body", name: null, pointer, codes }),
    }));
    const whole = bodies.filter(({ expected }) => !refusesAlone(operation, expected.finding?.pointer ?? ""));
    ways.push(whole, whole, whole, fc.constantFrom(...brokenBodies(operation, valid)));
  }
  return fc.oneof(...ways);
}

/**
 * Items that are wrong for another reason would have findings, too, and in `best_effort` they refuse nothing. A key that another
 * request had would be refused before the items are looked at.
 */
function inputsToBreak(operation: Operation, input: Input): fc.Arbitrary<Input> {
  const items = itemsOf(operation);
  if (items === undefined) return fc.constant(input);
  const mode = hasMode(operation) ? { mode: "all_or_nothing" } : {};
  const good = { ...input, body: { ...Object(input.body), [items.name]: items.example, ...mode } };
  if (!Object.hasOwn(input.header, keyName)) return fc.constant(good);
  // With their bias, generators repeat the values at their borders.
  return fc.noBias(fc.uuid()).map((key) => ({ ...good, header: { ...input.header, [keyName]: key } }));
}

const keyName = "Idempotency-Key";

function hasMode(operation: Operation): boolean {
  return inputsOf(operation).some(({ place, name }) => place === "body" && name === "mode");
}

/** Without a mode, an item that is wrong is in the result of a success. */
function refusesAlone(operation: Operation, pointer: string): boolean {
  const items = itemsOf(operation);
  return items !== undefined && !hasMode(operation) && pointer.startsWith(`/${items.name}/`);
}

function unacceptable(finding: NonNullable<Refusal["finding"]>): Refusal {
  return { status: 422, code: "validation_failed", finding };
}

function brokenParameter(operation: Operation, input: Input, parameter: Parameter): fc.Arbitrary<BrokenRequest>[] {
  const { name, in: place, schema, required } = parameter;
  const expected = (codes: readonly string[]): Refusal => unacceptable({ in: place, name, pointer: null, codes });
  const broken = brokenTexts(schema, place).map(({ text, codes }): BrokenRequest => ({
    request: withText(operation, input, parameter, text),
    expected: expected(codes),
  }));
  if (required === true && place !== "path") {
    const { [name]: _left, ...others } = input[place];
    broken.push({
      request: wireRequest(operation, { ...input, [place]: others }),
      expected: expected(["required"]),
    });
  }
  const [line] = place === "header" ? wireRequest(operation, input).headers.filter(([each]) => each === name) : [];
  // Several lines are one list (RFC 9110 section 5.3), which not every field is.
  if (line !== undefined && !fitting(schema)(`${line[1]}, ${line[1]}`)) {
    const valid = wireRequest(operation, input);
    const request = { ...valid, headers: [...valid.headers, line] };
    broken.push({ request, expected: expected(["repeated_parameter", "pattern"]) });
  }
  return broken.length === 0 ? [] : [fc.constantFrom(...broken)];
}

/** The request with another text for a parameter, written as it is. */
function withText(operation: Operation, input: Input, { name, in: place }: Parameter, text: string): WireRequest {
  const request = wireRequest(operation, input);
  if (place === "header") {
    const others = request.headers.filter(([each]) => each !== name);
    return { ...request, headers: [...others, [name, text]] };
  }
  const encoded = text.split(",").map(encodeURIComponent).join(",");
  if (place === "path") {
    const path = operation.path.replace(`{${name}}`, encoded);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, other: string) => textOf(input.path[other]));
    return { ...request, target: filled + (/\?.*/s.exec(request.target)?.[0] ?? "") };
  }
  const { [name]: _left, ...others } = input.query;
  const query = Object.entries(others).map(([other, value]) => `${other}=${textOf(value)}`);
  const [path = ""] = request.target.split("?");
  return { ...request, target: `${path}?${[...query, `${name}=${encoded}`].join("&")}` };
}

/** The request with one more parameter. */
export function withPair(request: WireRequest, pair: string): WireRequest {
  return { ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}${pair}` };
}

function unknownParameters(valid: WireRequest): fc.Arbitrary<BrokenRequest>[] {
  const names = ["unknown", "Page", "page[]", "__proto__", "constructor", "", "é", "pag", "a b"];
  return names.map((name) =>
    fc.constant({
      request: withPair(valid, `${encodeURIComponent(name)}=1`),
      expected: unacceptable({ in: "query", name, pointer: null, codes: ["unknown_parameter"] }),
    }),
  );
}

/** A list may come in several parts. */
function repeatedParameters(operation: Operation, valid: WireRequest, input: Input): fc.Arbitrary<BrokenRequest>[] {
  const lists = operation.parameters.filter(({ schema }) => schema.type === "array").map(({ name }) => name);
  const scalars = Object.entries(input.query).filter(([name]) => !lists.includes(name));
  return scalars.map(([name, value]) =>
    fc.constant({
      request: withPair(valid, `${name}=${textOf(value)}`),
      expected: unacceptable({ in: "query", name, pointer: null, codes: ["repeated_parameter"] }),
    }),
  );
}

/** Why an answer to a broken request is wrong. */
export function whyNotRefused(answer: WireAnswer, { status, code, finding }: Refusal): string | null {
  const wanted = `a broken request gets ${status} ${code}`;
  if (answer.status !== status) return wanted;
  const problem = jsonOf(answer);
  if (problem.code !== code) return wanted;
  if (status === 405 && (answer.headers["allow"] ?? "") === "") return "405 has Allow";
  if (finding === undefined) return null;
  const { errors = [] } = problem;
  const { codes, ...place } = finding;
  const elsewhere = errors.find(
    (one) => one.in !== place.in || one.name !== place.name || one.pointer !== place.pointer,
  );
  const fits = elsewhere === undefined && errors.some((one) => codes.includes(one.code));
  return fits ? null : `${wanted} with findings at ${JSON.stringify(finding)} only`;
}

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
