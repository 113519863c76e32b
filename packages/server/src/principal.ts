import type { UnitOfWork } from "./db/index.ts";
import type { GroupHandlers as KernelHandlers, GroupName } from "./kernel/types.ts";
import type { SessionPrincipal } from "./sessions/index.ts";

/** The caller of an authenticated operation: whose session it is, and what that user may do where. */
export interface Principal extends SessionPrincipal {
  /** The newest token of the session; a secret. */
  readonly current_token: string;
}

/** The handlers of one resource group of this server; see the kernel's type of the same name. */
export type GroupHandlers<Group extends GroupName> = KernelHandlers<Group, Principal, UnitOfWork>;
