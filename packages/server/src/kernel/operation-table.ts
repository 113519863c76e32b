import type { OperationRow } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import type { OperationValidators } from "@fleet-api/contract/validators";
import type { AnyReply } from "./reply.ts";
import type { Handlers, RequestView } from "./types.ts";

/** An operation with everything that carries it out. */
export interface CompiledOperation extends OperationRow {
  readonly validators: OperationValidators;
  readonly handler: AnyHandler;
}

/** A handler call whose input was validated for the operation of the handler. */
export interface AnyCall {
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly principal: unknown;
  readonly request: RequestView;
}
type AnyHandler = (work: unknown, call: AnyCall) => Promise<AnyReply>;

/** What the operations are compiled from. */
export interface OperationSources<Principal, Work> {
  readonly operations: Readonly<Record<OperationId, OperationRow>>;
  readonly validators: Readonly<Record<OperationId, OperationValidators>>;
  readonly handlers: Handlers<Principal, Work>;
}

/**
 * Joins the operation table with validators and handlers.
 * @throws Error naming every operation without a handler or validators, and every handler without an operation
 */
export function compileOperations<Principal, Work>(sources: OperationSources<Principal, Work>): CompiledOperation[] {
  const validators: Readonly<Record<string, OperationValidators>> = sources.validators;
  const handlers = anyHandlers(sources.handlers);
  const rows: OperationRow[] = Object.values(sources.operations);
  const ids = rows.map((row) => row.id);
  refuseDifferences("handler", ids, Object.keys(handlers));
  refuseDifferences("validator", ids, Object.keys(validators));
  return rows.flatMap((row) => {
    const handler = handlers[row.id];
    const checks = validators[row.id];
    return handler && checks ? [{ ...row, handler, validators: checks }] : [];
  });
}

/**
 * Forgets which input each handler takes. Sound because the kernel calls a handler only with the values that the
 * validators of the same operation accepted, and both come from the same contract.
 */
function anyHandlers<Principal, Work>(handlers: Handlers<Principal, Work>): Readonly<Record<string, AnyHandler>> {
  return handlers as unknown as Readonly<Record<string, AnyHandler>>;
}

function refuseDifferences(what: string, ids: readonly string[], found: readonly string[]): void {
  const missing = ids.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !ids.includes(id));
  if (missing.length + extra.length === 0) return;
  const parts = [
    missing.length > 0 ? `operations without a ${what}: ${missing.join(", ")}` : "",
    extra.length > 0 ? `${what}s without an operation: ${extra.join(", ")}` : "",
  ];
  throw new Error(`The contract and the server differ: ${parts.filter(Boolean).join("; ")}.`);
}
