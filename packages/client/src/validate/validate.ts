import type { OperationId } from "@fleet-api/contract";
import type { Validate } from "@fleet-api/contract/validators";
import type { CallContext, Middleware } from "../call/middleware.ts";
import { type AnyResult, failureResult, responseOf } from "../call/result.ts";
import { notify } from "../call/notify.ts";
import { type ContractFinding, type Enums, contractBreach, responseFindings } from "./findings.ts";
import { loadersOf } from "./load-validators.ts";
import { requestFindings } from "./request-findings.ts";

/** What was found in one call. */
export interface Drift {
  /** The operation, for example `unitsListing`. */
  readonly operationId: string;
  /** HTTP status; null for a call that was not sent yet. */
  readonly status: number | null;
  /** `X-Request-Id` of the response. */
  readonly requestId: string | null;
  readonly findings: readonly ContractFinding[];
}

/** Options of {@link validate}. */
export type ValidateOptions = {
  /** The share of calls that are checked, 0 to 1. Default 1, all. */
  readonly sample?: number | undefined;
  /** Checks answers. Default true. */
  readonly responses?: boolean | undefined;
  /** Checks parameters and bodies before they are sent. Default false: the service does it. */
  readonly requests?: boolean | undefined;
  /**
   * Whether a value that an enum of the contract does not list is a breach in a response. Default `open`: it is not,
   * because services may add values. An unknown value that chooses between kinds of objects is. In requests every one is.
   */
  readonly enums?: Enums | undefined;
  /**
   * Other validators of responses: `strictResponses` of `@fleet-api/contract/validators/strict` refuse unknown members
   * too. Default: those of the contract, which let unknown members pass.
   */
  readonly responseValidators?: Readonly<Record<OperationId, Readonly<Record<number, Validate | null>>>> | undefined;
} & (
  | {
      /** A breach becomes a failure: `unexpected` for a response, `request` for a call, which is then not sent. */
      readonly mode: "fail";
      readonly onDrift?: ((drift: Drift) => void) | undefined;
    }
  | {
      /** A breach changes nothing and is told. */
      readonly mode: "report";
      /** Told about each call with findings. What it throws or rejects with is dropped. */
      readonly onDrift: (drift: Drift) => void;
    }
);

/**
 * Checks calls against the contract. Findings name places and rules, never values; `findingsOf(error)` gives them.
 * The validators of an operation are loaded with its first call that is checked; what cannot be loaded is a failure in
 * mode `fail` and is not checked in mode `report`.
 */
export function validate(options: ValidateOptions): Middleware {
  const { mode, sample = 1, onDrift, responses = true, requests = false, enums = "open" } = options;
  if (!(sample >= 0 && sample <= 1)) throw new TypeError("sample must be 0 to 1");
  if (mode !== "fail" && (mode !== "report" || !onDrift))
    throw new TypeError(`mode must be "fail", or "report" with onDrift`);
  const given: Readonly<Record<string, Responses>> | undefined = options.responseValidators;

  return async (context, next) => {
    const { id } = context.operation;
    const load = loadersOf(id);
    // What the contract does not have cannot be checked.
    if (!load || (sample < 1 && context.platform.random() >= sample)) return next(context);
    const own = given?.[id];
    // Loaded while the call is under way.
    const answers = responses && !own ? load.response() : null;
    const request = requests ? await load.request() : null;
    if (request instanceof Error && mode === "fail") return refused(context, request);
    const wrong = request && !(request instanceof Error) ? requestFindings(context.input, request) : [];
    if (wrong.length > 0) {
      notify(() => onDrift?.({ operationId: id, status: null, requestId: null, findings: wrong }));
      if (mode === "fail") return refused(context, contractBreach("the call", wrong));
    }
    const result = await next(context);
    if (!responses || result.status === null) return result;
    const checks = own ?? (await answers);
    if (checks instanceof Error) return mode === "fail" ? unexpected(result, checks) : result;
    const findings = checks ? responseFindings(result, checks, enums) : [];
    if (findings.length === 0) return result;
    const { status, meta } = result;
    notify(() => onDrift?.({ operationId: id, status, requestId: meta.requestId, findings }));
    return mode === "fail" ? unexpected(result, contractBreach(String(status), findings)) : result;
  };
}

type Responses = Readonly<Record<number, Validate | null>>;

function refused({ operation }: CallContext, cause: Error): AnyResult {
  return failureResult(operation.id, { kind: "request", message: cause.message, cause });
}

function unexpected(result: AnyResult, cause: Error): AnyResult {
  const { status, headers, meta } = result;
  const problem = !result.ok && result.kind === "http" ? result.error : null;
  const head = responseOf(result) ?? (status === null || headers === null ? null : { status, headers });
  const facts = { kind: "unexpected", message: cause.message, cause } as const;
  return failureResult(meta.operationId, facts, head, problem);
}
