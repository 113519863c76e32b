/** What users write, and what must not compile. Checked against the packed types; it is never run. */
import { AuthError, createAuth, isAuthError, memoryStore, type AuthEvent, type TokenStore } from "@fleet-api/auth";
import { createFleetClient, isFleetError, type FleetClient, type FleetClientOptions } from "@fleet-api/client";
import type { FailureKind, OkPage, OperationId } from "@fleet-api/contract";
import type { User } from "@fleet-api/contract/types/authentication";
import type { Position } from "@fleet-api/contract/types/monitoring";
import type { Unit } from "@fleet-api/contract/types/units";

/** Fails to compile unless both are the same type; `any` is the same as nothing else. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const holds = <Claim extends true>(): Claim | undefined => undefined;

const baseUrl = "https://fleet.example.com/api/v1";
const auth = createAuth({ baseUrl, credentials: async () => ({ username: "a", password: "b" }), store: memoryStore() });
const fleet = createFleetClient({ baseUrl, ...auth.bind() });

export async function results(): Promise<void> {
  const result = await fleet.units.listing({ query: { per_page: 100, lifecycle_status: ["active"] } });
  if (result.ok) {
    holds<Same<typeof result, OkPage<200, Unit, "authorization">>>();
    holds<Same<typeof result.pagination.total, number>>();
    return;
  }
  // @ts-expect-error a failure has no data
  void result.data.length;
  if (result.kind !== "http") {
    holds<Same<typeof result.error.code, FailureKind>>();
    return;
  }
  holds<Same<typeof result.status, 400 | 401 | 403 | 422 | 429 | 500 | 503>>();
  if (result.status === 401) {
    holds<Same<typeof result.error.code, "unauthenticated" | "token_expired" | "token_revoked">>();
    // @ts-expect-error a code that this status does not have
    void (result.error.code === "gone");
  }
}

export async function exceptions(): Promise<User | string> {
  try {
    const { data, status } = await fleet.auth.login({ body: { username: "a", password: "b" } }).orThrow();
    holds<Same<typeof status, 200>>();
    return data;
  } catch (error) {
    if (isFleetError(error, "invalid_credentials")) return `${error.status} ${error.problem?.detail}`;
    // @ts-expect-error a code that there is not
    if (isFleetError(error, "no_such_code")) throw error;
    if (isAuthError(error, "credentials_rejected")) return new AuthError(error.code, error.message).code;
    throw error;
  }
}

export async function paging(): Promise<Unit[]> {
  for await (const unit of fleet.units.listing()) holds<Same<typeof unit, Unit>>();
  for await (const page of fleet.units.listing().pages()) holds<Same<typeof page.data, Unit[]>>();
  // @ts-expect-error only lists can be iterated
  for await (const nothing of fleet.tests.ping()) void nothing;
  return fleet.units.listing().toArray({ limit: 10 });
}

export async function following(): Promise<void> {
  for await (const event of fleet.monitoring.stream({ query: { channels: ["telemetry"] } })) {
    if (event.event === "positions") holds<Same<typeof event.data, Position[]>>();
    if (event.event === "end") holds<Same<typeof event.id, string>>();
  }
  // @ts-expect-error a stream is no call
  void fleet.monitoring.stream().orThrow;
}

export function input(signal: AbortSignal): unknown[] {
  return [
    fleet.units.listing({}, { signal, timeoutMs: 100 }),
    fleet.op("unitsListing", { query: { page: 2 } }),
    // @ts-expect-error a misspelt member
    fleet.units.listing({ qurey: { page: 1 } }),
    // @ts-expect-error text for a number
    fleet.units.listing({ query: { page: "1" } }),
    // @ts-expect-error a value that the enum does not have
    fleet.units.listing({ query: { lifecycle_status: ["actve"] } }),
    // @ts-expect-error a path parameter is missing
    fleet.auth.permission({ path: { resource: "units" } }),
    // @ts-expect-error input that is required is missing
    fleet.auth.login(),
    // @ts-expect-error an operation that is not in the contract
    fleet.op("unitsLisitng"),
  ];
}

export async function raw(): Promise<number | undefined> {
  const { data, response } = await fleet.raw.GET("/units/listing", { params: { query: { page: 1 } } });
  holds<Same<typeof response.status, number>>();
  // @ts-expect-error a path that is not in the contract
  void fleet.raw.GET("/units/lisitng");
  return data?.pagination.total;
}

export async function session(store: TokenStore, options: FleetClientOptions): Promise<FleetClient> {
  const keepAlive = { everyMs: 3_600_000 };
  const other = createAuth({ baseUrl, store, keepAlive, replay: "idempotent", userChange: "follow" });
  const stop = other.subscribe(async (event: AuthEvent) => {
    if (event.type === "token") holds<Same<typeof event.fingerprint, string>>();
    if (event.type === "replay_skipped") holds<Same<typeof event.why, "stream" | "changed" | "option">>();
  });
  stop();
  if (!(await other.ready()) && other.snapshot().status === "user_changed") other.acceptUser();
  // @ts-expect-error a choice that the option does not have
  createAuth({ baseUrl, replay: "sometimes" });
  // @ts-expect-error the address is required
  createAuth({ store });
  const id: OperationId = "unitsListing";
  // @ts-expect-error no operation of the contract
  const none: OperationId = "unitsLisitng";
  await other.flush();
  return createFleetClient({ ...options, ...other.bind() }).with({ headers: { "x-id": id + none } });
}
