import { operations } from "@fleet-api/contract/operations";
import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { validators } from "@fleet-api/contract/validators";
import type { Parts } from "./compose.ts";
import { compose } from "./compose.ts";
import { seedDemo } from "./demo/index.ts";
import type { CheckResponse, Kernel } from "./kernel/index.ts";
import { createKernel } from "./kernel/index.ts";
import type { OutboxMessage } from "./outbox.ts";
import { tableOutbox } from "./outbox.ts";
import type { Log } from "./platform/index.ts";
import { createRequestIds } from "./platform/request-ids.ts";
import { contractVersion } from "./version.ts";

/** Where the contract's paths begin. */
export const BASE_PATH = "/api/v1";

/** What a service is made of on any platform. */
export interface ServiceOptions extends Omit<Parts, "outbox" | "version"> {
  readonly log: Log;
  /** What is kept for later is sealed under it. */
  readonly secretKey: Uint8Array;
  /** @default from clock and randomness */
  readonly newRequestId?: () => string;
  /** Whether an empty database gets the demo fleet. */
  readonly demo: boolean;
  /** Sees every message to a person, those that nobody has sent yet first. */
  readonly onMessage?: ((message: OutboxMessage) => unknown) | undefined;
  readonly checkResponse?: CheckResponse | undefined;
}

/** The service over an open database, for a host to hand requests to. */
export async function openService(options: ServiceOptions): Promise<Kernel> {
  const { database, clock, random, log, demo, onMessage, checkResponse } = options;
  const outbox = tableOutbox({ ...options, onMessage });
  if (demo) await seedDemo(database.owner, { ...options, outbox, catalogue: permissionCatalogue });
  if (onMessage) for (const message of await outbox.waiting(database.owner)) outbox.posted(message);
  const service = compose({ ...options, outbox, version: contractVersion });
  return createKernel({
    ...service,
    operations,
    validators,
    clock,
    log,
    basePath: BASE_PATH,
    newRequestId: options.newRequestId ?? createRequestIds(clock, random),
    ...(checkResponse && { checkResponse }),
  });
}
