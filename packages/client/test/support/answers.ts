import type { Problem, ProblemCode } from "../../src/index.ts";

/** A problem as the contract has it. */
export function problem(status: number, code: ProblemCode, more: Partial<Problem> = {}): Problem {
  return {
    type: `/problems/${code}`,
    title: code,
    status,
    detail: `about ${code}`,
    instance: "/api/v1/units/listing",
    code,
    request_id: "req-0000001",
    timestamp: "2026-01-15T08:30:00.000Z",
    ...more,
  };
}

/** One page of items that have ids only. */
export function page(items: readonly number[], at: number, perPage: number, total: number): object {
  return { data: items.map((id) => ({ id })), pagination: { page: at, per_page: perPage, total } };
}

/** A JSON response of an injected fetch. */
export function jsonResponse(body: unknown, init: ResponseInit = {}): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  });
}

/** The base address of clients whose fetch is injected. */
export const baseUrl = "https://fleet.example.com/api/v1";

/** A promise to be resolved from outside. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** What an injected fetch was asked for, as one `Request`: calls give it a URL and an init, `fleet.raw` a `Request`. */
export function requestOf(input: string | Request, init?: RequestInit): Request {
  return input instanceof Request ? input : new Request(input, init);
}
