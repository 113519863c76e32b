import type { OperationRow } from "@fleet-api/contract";
import type { OperationValidators, ParameterValidator, Validate } from "@fleet-api/contract/validators";
import type { HandlerCall, KernelOptions, ResponseValidators } from "../../../src/kernel/index.ts";
import { contractCheck } from "../../../src/kernel/index.ts";
import type { ReplyOf } from "../../../src/kernel/reply.ts";
import type { FakePrincipal, FakeWork } from "./fake-service.ts";

interface Unit {
  readonly id: number;
}

/** The successes of a contract whose operations have several statuses, as codegen writes them for handlers. */
export interface Replies {
  unitsGet: {
    200: { data: Unit; headers: { etag: string } };
    304: { data: null; headers: { etag: string } };
  };
  unitsPut: {
    200: { data: Unit; headers: { etag: string; location?: never } };
    201: { data: Unit; headers: { etag: string; location: string } };
  };
  unitsCreate: { 201: { data: Unit; headers: { location: string } } };
  unitsDelete: { 200: { data: Unit; headers: Record<string, never> } };
}

/** What handlers of these operations get. */
interface StatusCall extends Pick<HandlerCall<"testsPing", FakePrincipal>, "request" | "principal"> {
  readonly path: { readonly id: number };
  readonly headers: { readonly "If-None-Match"?: string };
}

/** One handler for each of these operations. */
export type StatusHandlers = {
  readonly [Id in keyof Replies]: (work: FakeWork, call: StatusCall) => Promise<ReplyOf<Replies[Id]>>;
};

/** A fleet with one unit, 1, whose version is 7. */
export const statusHandlers = {
  async unitsGet(_work, { path }) {
    return { data: { id: path.id }, headers: { etag: '"v7"' } };
  },
  async unitsPut(_work, { path, request }) {
    const headers = { etag: '"v1"' };
    if (path.id === 1) return { status: 200, data: { id: 1 }, headers };
    return { status: 201, data: { id: path.id }, headers: { ...headers, location: request.path } };
  },
  async unitsCreate(_work, { request }) {
    return { data: { id: 2 }, headers: { location: `${request.path}/2` } };
  },
  async unitsDelete(_work, { path }) {
    return { data: { id: path.id } };
  },
} satisfies StatusHandlers;

const row = { group: "units", method: "", query: [], body: false, paged: false, problems: {} } as const;
const one = { ...row, path: "/units/{id}", pathParams: ["id"], auth: "required", permission: "self" } as const;
const operations: Readonly<Record<keyof Replies, OperationRow>> = {
  unitsGet: { ...one, id: "unitsGet", verb: "GET", success: [200, 304] },
  unitsPut: { ...one, id: "unitsPut", verb: "PUT", success: [200, 201] },
  unitsCreate: { ...one, id: "unitsCreate", path: "/units", pathParams: [], verb: "POST", success: [201] },
  unitsDelete: { ...one, id: "unitsDelete", verb: "DELETE", success: [200] },
};

const any: Validate = () => true;
const isUnit: Validate = (value) => typeof Object(Object(value).data).id === "number";
const parameter: ParameterValidator = {
  required: false,
  type: "string",
  itemType: null,
  csv: false,
  sensitive: false,
  validate: any,
};
const id: ParameterValidator = { ...parameter, required: true, type: "integer" };
const header = { "If-None-Match": parameter };

/** What the answers must be; null for those without a body. */
export const statusResponses: Readonly<Record<keyof Replies, Readonly<Record<number, Validate | null>>>> = {
  unitsGet: { 200: isUnit, 304: null, 404: any, 500: any },
  unitsPut: { 200: isUnit, 201: isUnit, 500: any },
  unitsCreate: { 201: isUnit, 500: any },
  unitsDelete: { 200: isUnit, 500: any },
};

function validatorsOf(operation: keyof Replies): OperationValidators {
  const path = operations[operation].pathParams.length > 0 ? { id } : {};
  const parameters = { path, query: {}, header: operation === "unitsGet" ? header : {} };
  return { body: null, bodyRequired: false, maxBodyBytes: 0, parameters, responses: statusResponses[operation] };
}

/** Parts of a kernel that has these operations instead of those of the contract. */
export function statusContract(
  handlers: StatusHandlers = statusHandlers,
): Partial<KernelOptions<FakePrincipal, FakeWork>> {
  const validators = {
    unitsGet: validatorsOf("unitsGet"),
    unitsPut: validatorsOf("unitsPut"),
    unitsCreate: validatorsOf("unitsCreate"),
    unitsDelete: validatorsOf("unitsDelete"),
  };
  const parts = { operations, validators, handlers, checkResponse: contractCheck(asContract(statusResponses)) };
  return asContract(parts);
}

/** The kernel is typed for the operations of the contract, and takes any others at run time. */
function asContract<Part = ResponseValidators>(part: object): Part {
  return part as Part;
}
