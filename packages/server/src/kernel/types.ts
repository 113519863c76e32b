/**
 * What the kernel asks of the code on top of it, as types derived from the contract: one handler per operation,
 * an authenticator and an authorizer. There is no behaviour here.
 */
import type { HandlerInput, HandlerReplies, OperationRow } from "@fleet-api/contract";
import type { OperationId, operations } from "@fleet-api/contract/operations";
import type { ItemFindings } from "./findings.ts";
import type { AnyReply, ReplyOf } from "./reply.ts";
import type { ProblemExtra } from "./problem.ts";

type Table = typeof operations;

/** Path parameters of an operation, decoded. */
type PathOf<Id extends OperationId> = HandlerInput<Id>["path"];
/** Query parameters of an operation, parsed; one with a default is always there. */
export type QueryOf<Id extends OperationId> = HandlerInput<Id>["query"];
/** Header parameters of an operation, parsed, by their names in the contract. */
export type HeadersOf<Id extends OperationId> = HandlerInput<Id>["headers"];
/** The validated JSON body of an operation; undefined for an operation without one. */
type BodyOf<Id extends OperationId> = HandlerInput<Id>["body"];
/** The caller of an operation: undefined where it takes no token, or where the token is optional and none is valid. */
export type PrincipalOf<Id extends OperationId, Principal> = {
  readonly none: undefined;
  readonly optional: Principal | undefined;
  readonly required: Principal;
}[Table[Id]["auth"]];

/** What a handler may know of the HTTP request. */
export interface RequestView {
  /** The request id, also sent as `X-Request-Id`. */
  readonly id: string;
  /** Address of the client, as the host sees it. */
  readonly ip: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path as sent, values of sensitive parameters replaced by `:name`. Safe to log. */
  readonly path: string;
  /** Value of a header field by its lower-case name, several lines joined with commas; null without it. */
  header(name: string): string | null;
  /** Aborts when the client goes before it was answered. */
  readonly signal: AbortSignal;
}

/** One call of an operation: its input is validated and complete. */
export interface HandlerCall<Id extends OperationId, Principal> {
  readonly path: PathOf<Id>;
  readonly query: QueryOf<Id>;
  readonly headers: HeadersOf<Id>;
  readonly body: BodyOf<Id>;
  /** What is wrong with items of the body that the contract validates one by one; all others are valid. */
  readonly itemFindings: ItemFindings;
  readonly principal: PrincipalOf<Id, Principal>;
  readonly request: RequestView;
}

/**
 * The success of an operation: its data as a value or as JSON text, `pagination` exactly on paged lists, the headers that
 * the contract demands of it, and its status where the operation has several.
 */
export type Reply<Id extends OperationId> = ReplyOf<HandlerReplies<Id>>;

/**
 * Carries out one operation with the unit of work that was begun for its request. Throws a `ProblemError` for every error
 * of the contract.
 */
export type Handler<Id extends OperationId, Principal, Work> = (
  work: Work,
  call: HandlerCall<Id, Principal>,
) => Promise<Reply<Id>>;

/** One handler for every operation of the contract; use it with `satisfies`. */
export type Handlers<Principal, Work> = { readonly [Id in OperationId]: Handler<Id, Principal, Work> };

/** Name of a resource group in the operation table. */
export type GroupName = Table[OperationId]["group"];
type IdsOf<Group extends GroupName> = {
  [Id in OperationId]: Table[Id]["group"] extends Group ? Id : never;
}[OperationId];

/** The handlers of one resource group: neither one too few nor one too many. Use it with `satisfies`. */
export type GroupHandlers<Group extends GroupName, Principal, Work> = Pick<Handlers<Principal, Work>, IdsOf<Group>>;

/** Whose request it is. */
export interface Authenticated<Principal> {
  readonly principal: Principal;
  /** A newer access token without its scheme, handed out with this response; null without one. */
  readonly newerToken: string | null;
  /** For the access log. @default none */
  readonly userId?: number;
}

/**
 * Finds whose access token it is; the token comes without its scheme. Throws a `ProblemError` with the code
 * `unauthenticated`, `token_expired` or `token_revoked` when it is nobody's. Not
 * asked for operations that take no token; where the token is optional, the caller is anonymous then.
 */
export type Authenticate<Principal> = (
  token: string,
  request: RequestView,
  operation: OperationRow,
) => Promise<Authenticated<Principal>>;

/** Begins what a handler works with: its principal is undefined for an anonymous caller. */
export type BeginWork<Principal, Work> = (principal: Principal | undefined, request: RequestView) => Work;

/** The validated input of an operation. */
export interface Input {
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly itemFindings: ItemFindings;
}

/** A call of an operation whose input is valid, before its handler runs. */
export interface ValidCall<Work> {
  readonly operation: OperationRow;
  readonly input: Input;
  readonly work: Work;
  /** Null for an anonymous caller. */
  readonly userId: number | null;
  readonly request: RequestView;
}

/** A request whose caller and permission are known, and whose body was not read yet. */
export interface Admission {
  readonly operation: OperationRow;
  /** Null for an anonymous caller. */
  readonly userId: number | null;
  readonly request: RequestView;
}

/** Lets a request go on, for as long as `run` takes, or throws a `ProblemError`: before memory is spent on its body. */
export type Admit = <T>(admission: Admission, run: () => Promise<T>) => Promise<T>;

/** Carries out an operation by calling its handler with a unit of work. */
export type CarryOut<Work> = (call: ValidCall<Work>, handle: (work: Work) => Promise<AnyReply>) => Promise<AnyReply>;

/** A permission that is missing. */
type MissingPermission = NonNullable<ProblemExtra["required_permission"]>;

/** A permission of the catalogue. */
type NeededPermission = Pick<MissingPermission, "resource" | "action">;

/**
 * Decides whether a principal has a permission that its operation, or a field of its input, needs; null lets it pass. Not
 * asked for anonymous callers.
 */
export type Authorize<Principal> = (
  needed: NeededPermission,
  principal: Principal,
) => MissingPermission | null | Promise<MissingPermission | null>;
