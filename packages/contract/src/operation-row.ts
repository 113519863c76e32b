import type { ProblemCode } from "./generated/shared.ts";

/** One row of the operation table: what a client or a server needs to know of an operation at run time. */
export interface OperationRow {
  /** `operationId` of the contract, for example `unitsListing`. */
  readonly id: string;
  /** Group of the facade, for example `units`. */
  readonly group: string;
  /** Method of the group, for example `listing`. */
  readonly method: string;
  readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path template below the base address, for example `/auth/registration/{registration_token}`. */
  readonly path: string;
  /** Names of the path parameters, in the order of the contract. */
  readonly pathParams: readonly string[];
  /** The query parameters, in the order of the contract. */
  readonly query: readonly QueryParameterRow[];
  /** Whether there is a JSON request body. */
  readonly body: boolean;
  /** Success statuses, ascending; 304 is one of them. */
  readonly success: readonly number[];
  /** Whether the success is a paged envelope. */
  readonly paged: boolean;
  /** Whether the success is a stream of server-sent events; absent if it is not. */
  readonly stream?: true;
  /**
   * Whether it takes an access token: `none` never, `optional` if the caller has one, `required` always. With
   * `optional`, a missing, expired or unknown token means an anonymous caller.
   */
  readonly auth: "none" | "optional" | "required";
  /** The query parameter that takes a ticket instead of an access token; absent without one. */
  readonly ticket?: string;
  /** The permission that is needed; `self` for any logged-in user; null where `auth` is not `required`. */
  readonly permission: { readonly resource: string; readonly action: string } | "self" | null;
  /** Fields of the input that need a permission of their own; absent without any. */
  readonly fieldActions?: readonly FieldActionRow[];
  /** The codes of the problems that it can answer with, by status. */
  readonly problems: Readonly<Record<number, readonly ProblemCode[]>>;
}

/** One query parameter of an operation. */
export interface QueryParameterRow {
  readonly name: string;
  /** True where a list is written as one value with commas; otherwise each item repeats the name. */
  readonly csv?: true;
}

/** A field of the input that needs a permission of its own (`x-permission-action`). */
export interface FieldActionRow {
  readonly in: "query" | "body";
  /** The name of a query parameter, or the names that lead to a member of the body. */
  readonly path: readonly string[];
  readonly resource: string;
  readonly action: string;
  /** With this value, which is its default, the field needs nothing. */
  readonly unless?: string | number | boolean | null;
}
