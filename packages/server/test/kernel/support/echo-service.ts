import type { OperationRow } from "@fleet-api/contract";
import type { OperationValidators, ParameterValidator, Validate } from "@fleet-api/contract/validators";
import type { KernelOptions } from "../../../src/kernel/index.ts";
import type { AnyCall } from "../../../src/kernel/operation-table.ts";
import type { FakePrincipal, FakeWork } from "./fake-service.ts";

const any: Validate = () => true;
const isObject: Validate = (value) => {
  const fits = typeof value === "object" && value !== null && !Array.isArray(value);
  isObject.errors = fits ? null : [{ keyword: "type", instancePath: "", schemaPath: "#/type", params: {} }];
  return fits;
};

function parameter(type: ParameterValidator["type"], csv: boolean): ParameterValidator {
  const itemType = type === "array" ? "string" : null;
  return { required: false, type, itemType, csv, sensitive: false, validate: any };
}

const list = parameter("array", true);
const text = parameter("string", false);
const body = { body: isObject, bodyRequired: false, maxBodyBytes: 1000 };
const responses = { 200: any, 400: any, 415: any, 422: any, 500: any };

const row = {
  group: "tests",
  method: "",
  pathParams: ["ids"],
  path: "/echo/{ids}",
  query: [],
  success: [200],
  paged: false,
  auth: "none",
  permission: null,
  problems: {},
} as const;

/** By id: GET with parameters of every kind, POST with an optional body, PUT with a required one. */
const operations: Readonly<Record<string, OperationRow>> = {
  parameters: { ...row, id: "parameters", verb: "GET", body: false },
  optional: { ...row, id: "optional", verb: "POST", body: true },
  required: { ...row, id: "required", verb: "PUT", body: true },
};

const path = { ids: list };
const bare = { path, query: {}, header: {} };
const validators: Readonly<Record<string, OperationValidators>> = {
  parameters: {
    body: null,
    bodyRequired: false,
    maxBodyBytes: 0,
    parameters: {
      path,
      query: { commas: list, repeated: parameter("array", false), text },
      header: { "X-Items": list, "X-Text": text, "If-None-Match": text },
    },
    responses,
  },
  optional: { ...body, parameters: bare, responses },
  required: { ...body, bodyRequired: true, parameters: bare, responses },
};

/** Parts of a kernel whose operations give back what they are given. */
export function echoContract(): Partial<KernelOptions<FakePrincipal, FakeWork>> {
  const echo = async (_work: unknown, { path: ids, query, headers, body: given, request }: AnyCall) => ({
    data: { ids, query, headers, body: given === undefined ? "none" : given, tags: request.header("if-none-match") },
  });
  const handlers = { parameters: echo, optional: echo, required: echo };
  const parts: object = { operations, validators, handlers, checkResponse: () => {} };
  // The kernel is typed for the operations of the contract, and takes any others at run time.
  return parts as Partial<KernelOptions<FakePrincipal, FakeWork>>;
}
