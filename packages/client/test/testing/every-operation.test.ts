import { operationsOf, resolve } from "@fleet-api-tools/openapi-document";
import fc from "fast-check";
import type { OperationId, OperationRow, ProblemCode } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import { validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { describe, expect, it } from "vitest";
import { createTestServer, problem } from "../../src/testing/index.ts";
import { validRequest } from "./valid-request.ts";
import { contract } from "./values-of-schema.ts";

const rows: readonly (OperationRow & { id: OperationId })[] = Object.values(operations);
const server = createTestServer();

/** Whether an answer is what the contract has for its status. */
function keepsContract({ id }: { id: OperationId }, response: Response, body: unknown): boolean {
  const validate = strictResponses[id][response.status];
  const documented = operationsOf(contract).find(({ operation }) => operation.operationId === id);
  const { headers = {} } = documented?.operation.responses[response.status] ?? {};
  const promised = Object.entries(headers).filter(([, header]) => resolve(contract, header).required === true);
  expect(promised.filter(([name]) => !response.headers.has(name))).toEqual([]);
  expect(promised.length).toBeGreaterThan(0);
  return validate === null ? body === null : validate?.(body) === true;
}

/** The only event of a stream. */
function eventIn(text: string): unknown {
  const [, event, id, data = ""] = /^event: (.*)\nid: (.*)\ndata: (.*)\n\n$/.exec(text) ?? [];
  return { event, id, data: JSON.parse(data) };
}

describe.each(rows)("$id", (row) => {
  it("accepts every request of the contract, and its example is an answer of the contract", async () => {
    await fc.assert(
      fc.asyncProperty(validRequest(row), async ({ target, init, values }) => {
        server.reset();
        const response = await server.fetch(`${server.baseUrl}${target}`, init);
        const text = await response.text();
        expect(row.success).toContain(response.status);
        const body: unknown = text === "" ? null : row.stream ? eventIn(text) : JSON.parse(text);
        expect(keepsContract(row, response, body)).toBe(true);
        expect(server.calls).toMatchObject([values]);
        if (row.paged) expect(body).toMatchObject({ pagination: { ...pageAsked(values.query) } });
        server.assertNoErrors();
      }),
      { numRuns: 60 },
    );
  });

  it("answers with every problem that it documents", async () => {
    const documented = Object.entries(row.problems).flatMap(([status, codes]) =>
      codes.map((code): [number, ProblemCode] => [Number(status), code]),
    );
    expect(documented.length).toBeGreaterThan(0);
    const [request] = fc.sample(validRequest(row), { numRuns: 1, seed: 1 });
    for (const [status, code] of documented) {
      server.reset();
      server.use({ [row.id]: () => problem(code) });
      const response = await server.fetch(`${server.baseUrl}${request?.target}`, request?.init);
      const body = await response.json();
      expect([response.status, body.code, keepsContract(row, response, body)]).toEqual([status, code, true]);
      server.assertNoErrors();
    }
  });
});

/** What the pagination of an answer repeats of the query. */
function pageAsked({ page = 1, per_page = 50 }: { page?: unknown; per_page?: unknown }): object {
  return { page, per_page };
}

it("has an example for every operation, and validators", () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual(Object.keys(validators).toSorted());
});
