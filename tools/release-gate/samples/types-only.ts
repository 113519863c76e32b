/** Programs with a transport of their own take the types of paths and components and nothing else. */
import type { components, paths, Problem, ProblemCode } from "@fleet-api/contract";

type Schemas = components["schemas"];
type Listing = paths["/units/listing"]["get"]["responses"][200]["content"]["application/json"];
type ListingQuery = NonNullable<paths["/units/listing"]["get"]["parameters"]["query"]>;

export const loginBody: Schemas["LoginRequest"] = { username: "demo", password: "<PASSWORD>" };

export function isLast({ data, pagination }: Listing): boolean {
  return data.length === 0 || pagination.page * pagination.per_page >= pagination.total;
}

export function next(query: ListingQuery): ListingQuery {
  return { ...query, page: (query.page ?? 1) + 1 };
}

export function mustLogIn(problem: Problem): boolean {
  const codes: readonly ProblemCode[] = ["unauthenticated", "token_expired", "token_revoked"];
  return codes.includes(problem.code);
}
