import type { Finding } from "@fleet-api/contract";
import fc from "fast-check";
import { brokenValues, rawJsonOf } from "./broken-values.ts";
import { brokenBodies, brokenFraming } from "./malformed-requests.ts";
import { brokenTexts } from "./broken-texts.ts";
import type { Operation, Parameter } from "../../support/contract-operations.ts";
import type { WireAnswer, WireRequest } from "./send.ts";
import { jsonOf } from "./send.ts";
import type { Input } from "./valid-requests.ts";
import { textOf, wireRequest } from "./valid-requests.ts";
import { fitting } from "./values-of-schema.ts";

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
export function brokenRequests(operation: Operation, input: Input): fc.Arbitrary<BrokenRequest> {
  const valid = wireRequest(operation, input);
  const ways = [
    ...operation.parameters.flatMap((parameter) => brokenParameter(operation, input, parameter)),
    fc.oneof(...unknownParameters(valid), ...repeatedParameters(valid, input)),
    fc.constantFrom(...brokenFraming(operation, valid)),
  ];
  if (operation.body !== null) {
    const bodies = brokenValues(operation.body, input.body).map(({ value, pointer, codes }): BrokenRequest => ({
      request: { ...valid, body: rawJsonOf(value) },
      expected: unacceptable({ in: "body", name: null, pointer, codes }),
    }));
    ways.push(bodies, bodies, bodies, fc.constantFrom(...brokenBodies(operation, valid)));
  }
  return fc.oneof(...ways);
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

function repeatedParameters(valid: WireRequest, input: Input): fc.Arbitrary<BrokenRequest>[] {
  return Object.entries(input.query).map(([name, value]) =>
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
