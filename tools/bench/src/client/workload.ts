import type { Unit } from "@fleet-api/contract/types/units";

/** The service that every peer is pointed at; nothing leaves the process. */
export const baseUrl = "https://fleet.example.com/api/v1";

/** The page that every peer asks for. */
export const listingQuery = { page: 1, per_page: 5 };

/** The body that every peer posts: the shape of a login, about 1 kB as JSON. */
export const loginBody = { username: "demo-partner-admin", password: "x".repeat(970) };

/** One kind of call, and the text that the stub answers it with. */
export interface Workload {
  readonly title: string;
  readonly verb: "GET" | "POST";
  readonly answer: string;
  /** Most CPU time of our client, and of it with a session, over that of `fetch(url)`. */
  readonly budgets: { readonly client: number; readonly withAuth: number };
}

const pagination = { ...listingQuery, total: 126 };
const ids = [1, 2, 3, 4, 5];

/**
 * The first is a page as the service sends it. The other two show the overhead alone: there is next to nothing to
 * parse, and in the post the baseline does not even look at its body.
 */
export const workloads: readonly Workload[] = [
  {
    ...get("full units", { data: ids.map((id) => demoUnit(id)), pagination }),
    budgets: { client: 1.3, withAuth: 1.4 },
  },
  {
    ...get("short units", { data: ids.map((id) => ({ id, name: `Unit ${id}`, imei: "001017990000013" })), pagination }),
    budgets: { client: 1.55, withAuth: 1.75 },
  },
  {
    title: `POST ${JSON.stringify(loginBody).length} B`,
    verb: "POST",
    answer: JSON.stringify({ data: { id: 1, username: loginBody.username } }),
    budgets: { client: 1.45, withAuth: 1.55 },
  },
];

function get(what: string, page: object): Omit<Workload, "budgets"> {
  const answer = JSON.stringify(page);
  return { title: `GET ${ids.length} ${what} (${answer.length} B)`, verb: "GET", answer };
}

/** A `fetch` that gives a fresh, real `Response` and reads nothing of the request. */
export function stubFetch(answer: string): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  // Two parameters, as the real one has: a client may look.
  return async (_input, _init) =>
    new Response(answer, { status: 200, headers: { "content-type": "application/json" } });
}

/** A unit with every field set, as the demo fleet has them. */
export function demoUnit(id: number): Unit {
  const number = String(id).padStart(3, "0");
  return {
    id,
    client_id: 1,
    client: { id: 1, name: "Demo Client 1" },
    partner_id: "p-1",
    agency_id: "a-1",
    external_id: null,
    name: `Unit ${number}`,
    identifier: `001017990000${number}`,
    identifier_type: "imei",
    imei: `001017990000${number}`,
    serial_number: `SN-${number}`,
    manufacturer: "Demo Devices",
    model: "DD-100",
    protocol: "dd1",
    firmware_version: "1.4.2",
    lifecycle_status: "active",
    sim_card: null,
    unit_group_ids: [1],
    vehicle_id: null,
    vehicle: null,
    reporting_interval_moving_s: 30,
    reporting_interval_parked_s: 3600,
    installed_at: "2025-06-01T08:00:00.000Z",
    installed_by: "Workshop 1",
    warranty_expires_on: "2027-06-01",
    subscription_expires_on: "2026-12-31",
    attributes: { depot: "north" },
    notes: null,
    version: 1,
    created_at: "2025-05-20T08:00:00.000Z",
    updated_at: "2026-01-15T08:29:30.000Z",
    deleted_at: null,
  };
}
