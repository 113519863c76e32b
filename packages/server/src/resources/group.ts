import type { Database, UnitOfWork } from "../db/index.ts";
import type { Authorize, GroupHandlers as KernelHandlers, GroupName, Handlers } from "../kernel/types.ts";
import type { Outbox } from "../outbox.ts";
import type { Clock, Crypto, Passwords, Random } from "../platform/index.ts";
import type { Integrations } from "../platform/integrations.ts";
import type { ConventionalId, RecordHandlers, RecordTable } from "../records/index.ts";
import { recordHandlers } from "../records/index.ts";
import type { Bus } from "../bus/index.ts";
import type { Log } from "../platform/log.ts";
import type { SessionPrincipal, Sessions, StreamTickets } from "../sessions/index.ts";

/** What the `index.ts` of a resource group exports. */
export interface Group {
  /** The table with its records, which its conventional operations follow from. */
  readonly table?: RecordTable;
  /** The tables of what operations create that is no record of the group, by their operationIds. */
  readonly created?: Readonly<Record<string, RecordTable>>;
  /** Makes all other operations, and replaces conventional ones that have extra rules. */
  readonly createOperations?: (parts: GroupParts) => object;
}

/** What the operations of a group may work with. */
export interface GroupParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly integrations: Integrations;
  readonly sessions: Sessions;
  readonly tickets: StreamTickets;
  readonly bus: Bus;
  readonly log: Log;
  /** Aborts when the server begins to close: what stays open otherwise has to end. */
  readonly closing: AbortSignal;
  /** Whether a caller has a permission. */
  readonly authorize: Authorize<Principal>;
  /** Version of the contract. */
  readonly version: string;
}

/** The caller of an authenticated operation: whose session it is, and what that user may do where. */
export interface Principal extends SessionPrincipal {
  /** The newest token of the session, a secret; empty for a caller with a ticket. */
  readonly current_token: string;
}

/** The handlers of the whole contract. */
export type AllHandlers = Handlers<Principal, UnitOfWork>;

/**
 * The operations of a group, neither one too few nor one too many; those that follow from its table may be omitted. Use it
 * with `satisfies`.
 */
export type GroupOperations<Name extends GroupName, Table extends RecordTable = never> = Omit<
  KernelHandlers<Name, Principal, UnitOfWork>,
  ConventionalId<Table>
> &
  Partial<Pick<AllHandlers, ConventionalId<Table>>>;

/** The tables of all groups that have one. */
export function tablesOf(groups: Readonly<Record<string, Group>>): RecordTable[] {
  return Object.values(groups).flatMap(({ table }) => table ?? []);
}

/** The tables of what the operations of all groups create that is no record of their group. */
export function createdOf(groups: Readonly<Record<string, Group>>): Readonly<Record<string, RecordTable>> {
  return Object.assign({}, ...Object.values(groups).map(({ created }) => created));
}

/** Makes the handlers of all groups. */
export function createHandlers<Groups extends Readonly<Record<string, Group>>>(
  groups: Groups,
  parts: GroupParts,
): HandlersOf<Groups> {
  const handlers = Object.values(groups).map(({ table, createOperations }) => ({
    ...(table && recordHandlers(table, parts.clock)),
    ...createOperations?.(parts),
  }));
  return Object.assign({}, ...handlers);
}

/** The handlers of all groups: what each has written, and the conventional operations that it has not. */
export type HandlersOf<Groups> = Merged<{ [Name in keyof Groups]: Written<Groups[Name]> & Conventional<Groups[Name]> }>;

type Written<One> = One extends { readonly createOperations: (parts: GroupParts) => infer Operations }
  ? Operations
  : object;

type Conventional<One> = One extends { readonly table: infer Table extends RecordTable }
  ? Omit<RecordHandlers<Table>, keyof Written<One>>
  : object;

/** One type with the members of all parts. */
type Merged<Parts> = { [Name in keyof Parts]: (part: Parts[Name]) => void }[keyof Parts] extends (
  part: infer All,
) => void
  ? All
  : never;
