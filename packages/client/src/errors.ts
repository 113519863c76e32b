import type {
  FailureKind,
  FleetError as FleetErrorType,
  FleetErrorCode,
  FleetErrorKind,
  Problem,
} from "@fleet-api/contract";

const brand = Symbol.for("fleet-api.error");

/** What a {@link FleetError} is made from. */
export interface FleetErrorFacts {
  readonly kind: FleetErrorKind;
  /** The operation, for example `unitsListing`. */
  readonly operationId: string;
  /** HTTP status, if there was a response. */
  readonly status?: number | null;
  /** `X-Request-Id` of the response. */
  readonly requestId?: string | null;
  /** The problem that the service answered with. */
  readonly problem?: Problem | null;
  /** The abort reason, the network error or the `AuthError` behind it. */
  readonly cause?: unknown;
}

/**
 * The one error of the client: thrown by `orThrow()` and while iterating, and the `error` of a result whose `kind` is not
 * `http`. It never holds headers, a `Request` or a `Response`. Printed or serialised it shows codes, ids and what the
 * problem says; of its cause only name and code, because a foreign message may quote a secret.
 */
export interface FleetError<
  Kind extends FleetErrorKind = FleetErrorKind,
  Code extends FleetErrorCode = FleetErrorCode,
> extends FleetErrorType<Kind, Code> {}

class FleetErrorOf extends Error implements FleetErrorType {
  override readonly name = "FleetError";
  declare readonly kind: FleetErrorKind;
  declare readonly code: FleetErrorCode;
  declare readonly status: number | null;
  declare readonly operationId: string;
  declare readonly requestId: string | null;
  /** A brand instead of instanceof: two installed copies of this package recognise each other's errors. */
  readonly [brand] = true;
  readonly #problem: Problem | null;
  readonly #cause: unknown;

  constructor(message: string, facts: FleetErrorFacts) {
    const { kind, operationId, status = null, requestId = null, problem = null, cause } = facts;
    super(`${operationId}: ${message}`);
    const code = kind === "http" ? (problem?.code ?? "unexpected") : kind;
    Object.assign(this, { kind, code, status, operationId, requestId });
    this.#problem = problem;
    this.#cause = cause;
  }

  /** Not an own property: what prints an uncaught error goes through those, and a foreign message may quote a secret. */
  override get cause(): unknown {
    return this.#cause;
  }

  /** Not enumerable: `instance` is a path, and a service may have left a token in it. */
  get problem(): Problem | null {
    return this.#problem;
  }

  toJSON(): Record<string, unknown> {
    const shown: Record<string, unknown> = { message: this.message, cause: labelOf(this.cause) };
    // A parser of the caller may have given bigints, which JSON cannot say.
    const errors = JSON.stringify(this.#problem?.errors ?? null, (_, each) =>
      typeof each === "bigint" ? `${each}` : each,
    );
    return Object.assign(shown, this, { errors: JSON.parse(errors) ?? undefined });
  }

  /** What Node and Bun print: the stack, and what {@link toJSON} shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `${this.stack} ${JSON.stringify(this)}`;
  }
}

/** The class of a {@link FleetError}, for `instanceof`; {@link isFleetError} also knows those of another installed copy. */
export const FleetError: new <Kind extends FleetErrorKind>(
  message: string,
  facts: FleetErrorFacts & { readonly kind: Kind },
) => FleetError<Kind, "http" extends Kind ? FleetErrorCode : Exclude<Kind, "http">> = Object.defineProperty(
  FleetErrorOf,
  "name",
  { value: "FleetError" },
) as never;

/** True for a {@link FleetError} of any installed copy of this package; narrows to it, and to one code if that is given. */
export function isFleetError(value: unknown): value is FleetError;
export function isFleetError<const Code extends FleetErrorCode>(
  value: unknown,
  code: Code,
): value is FleetError<FleetErrorKind, Code>;
export function isFleetError(value: unknown, code?: FleetErrorCode): boolean {
  const error: Partial<FleetError> = Object(value);
  return brand in error && (code === undefined || error.code === code);
}

/** Name and code of a foreign error, or the code of its own cause: `TypeError ECONNREFUSED`. */
function labelOf(error: unknown): string | undefined {
  // Not by class: it may come from another realm, such as that of a test runner.
  const isError = /(Error|Exception)\]$/.test(Object.prototype.toString.call(error));
  if (!isError) return error === undefined ? error : typeof error;
  const { name, cause, code = Object(cause).code }: { name: string; cause?: unknown; code?: unknown } = Object(error);
  // What is no identifier may be a sentence with a value in it.
  const shown = [name, code].filter((each) => typeof each === "string" && /^[A-Za-z]\w{0,60}$/.test(each));
  return shown.join(" ") || "Error";
}

/** Ends a call with a failure of this kind. Its message quotes no value, so it may be shown. */
export class CallError extends TypeError {
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = "request", cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What a failure says of an error. */
export interface ErrorFacts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly cause: unknown;
}

/**
 * Kind, message and cause for an error. The message of a foreign one is left out, because it may hold a URL or a header;
 * that of the auth package is written to be shown.
 * @param otherwise - what to say of a foreign error
 * @param kind - of a foreign error
 */
export function describeError(error: unknown, otherwise: string, kind: FailureKind = "request"): ErrorFacts {
  try {
    if (error instanceof CallError) return { kind: error.kind, message: error.message, cause: error.cause };
    if (isAuthError(error)) return { kind: "auth", message: error.message, cause: error };
    return { kind, message: `${otherwise} (${labelOf(error)})`, cause: error };
  } catch {
    // A revoked proxy, or an object with getters that throw. Without it as a cause: whatever prints the failure would throw.
    return { kind, message: `${otherwise} (an error that cannot be read)`, cause: undefined };
  }
}

/** By brand, not by class: this package does not import the auth package, which may be installed twice too. */
function isAuthError(error: unknown): error is Error {
  return Symbol.for("fleet-api.auth-error") in Object(error);
}

/** Whether the session behind a failure of kind `auth` will log in again: its login waits, or took too long. */
export function isLoginDelayed(authError: unknown): boolean {
  return /^login_(backoff|timeout)$/.test(Object(authError).code);
}

/** Milliseconds until such a session may log in; 0 if it does not say. */
export function loginDelay(authError: unknown, now: number): number {
  const { retryAt }: { retryAt?: unknown } = Object(authError);
  return typeof retryAt === "number" ? Math.max(0, retryAt - now) : 0;
}

/** Whether a value is a problem of the contract (RFC 9457), as far as callers rely on it. */
export function isProblem(value: unknown): value is Problem {
  const { code, title, detail }: Record<string, unknown> = Object(value);
  return [code, title, detail].every((each) => typeof each === "string");
}
