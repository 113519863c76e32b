import type { Service } from "./guide-app.ts";

/** A service of some units and one group, for the guides. */
export interface DemoService {
  readonly handle: Service;
  /** Requests so far, as method, path and query. */
  readonly requests: string[];
  /** Keys of the requests that create a group. */
  readonly keys: string[];
  /** The group, which a test may change behind the back of the application. */
  readonly group: { id: number; name: string; version: number };
  /** While true, reads of lists are answered with 503. */
  isDown: boolean;
}

const units = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `Unit ${index + 1}` }));

/** Makes one. The only user is `demo` with the password `demo`. */
export function demoService(): DemoService {
  const group = { id: 7, name: "North", version: 1 };
  const requests: string[] = [];
  const keys: string[] = [];
  const service: DemoService = { handle, requests, keys, group, isDown: false };

  async function handle(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const path = pathname.replace("/api/v1", "");
    requests.push(`${request.method} ${path}${search}`);
    if (path === "/auth/login") return login(request);
    if (path === "/auth/logout") return Response.json({ data: { logged_out: true } });
    if (request.headers.get("authorization") !== "bearer T1") return problem(401, "unauthenticated");
    if (path === "/units/listing") return service.isDown ? problem(503, "unavailable") : listing(searchParams);
    if (path === "/unit_groups/find") return find(searchParams);
    if (path === "/unit_groups") return create(request);
    return request.method === "PATCH" ? update(request) : Response.json({ data: group });
  }

  async function create(request: Request): Promise<Response> {
    const { name } = await request.json();
    keys.push(request.headers.get("idempotency-key") ?? "");
    if (name === "North") return problem(409, "duplicate");
    return Response.json({ data: { ...group, id: 8, name, path: `/${name}` } }, { status: 201 });
  }

  async function update(request: Request): Promise<Response> {
    if (request.headers.get("if-match") !== `"v${group.version}"`) return problem(412, "precondition_failed");
    Object.assign(group, await request.json(), { version: group.version + 1 });
    return Response.json({ data: group });
  }

  return service;
}

async function login(request: Request): Promise<Response> {
  const { password } = await request.json();
  if (password !== "demo") return problem(401, "invalid_credentials");
  return Response.json({ data: {} }, { headers: { authorization: "bearer T1" } });
}

function find(query: URLSearchParams): Response {
  const q = query.get("q") ?? "";
  if (q === "") return problem(422, "validation_failed");
  const data = ["/North", "/North/Quay", "/West"]
    .map((path, id) => ({ id, path }))
    .filter(({ path }) => path.includes(q));
  return Response.json({ data, pagination: { page: 1, per_page: 50, total: data.length } });
}

function listing(query: URLSearchParams): Response {
  const page = Number(query.get("page") ?? 1);
  const per_page = Number(query.get("per_page") ?? 50);
  const data = units.slice((page - 1) * per_page, page * per_page);
  return Response.json({ data, pagination: { page, per_page, total: units.length } });
}

function problem(status: number, code: string): Response {
  const body = { type: `/problems/${code}`, title: code, status, detail: code, instance: "/", code };
  return Response.json(
    { ...body, request_id: "req-1", timestamp: "2026-01-01T00:00:00Z" },
    { status, headers: { "content-type": "application/problem+json", "x-request-id": "req-1" } },
  );
}
