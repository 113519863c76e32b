import { authenticationOf, operationsOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { describe, expect, test } from "vitest";
import type { OperationRow } from "../src/operation-row.ts";
import { contractHash, contractVersion, operations } from "../src/operations.ts";
import { permissionCatalogue } from "../src/generated/permissions.ts";
import { sensitiveNames } from "../src/built/sensitive.ts";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
const documented = operationsOf(document);
const rows: OperationRow[] = Object.values(operations);

describe("the operation table", () => {
  test("has exactly the operations of the document", () => {
    const short = ({ path, verb, id }: { path: string; verb: string; id: string }): string => `${verb} ${path} ${id}`;
    expect(rows.map(short)).toEqual(
      documented.map(({ path, verb, operation }) =>
        short({ path, verb: verb.toUpperCase(), id: operation.operationId }),
      ),
    );
    expect(Object.keys(operations)).toEqual(rows.map((row) => row.id));
  });

  test("takes a token as the document says", () => {
    const told = documented.map(({ operation }) => authenticationOf(document, operation));
    expect(rows.map((row) => row.auth)).toEqual(told);
  });

  test("an operation that requires a token has a permission that the catalogue knows; no other has one", () => {
    const catalogue: Record<string, { actions: Record<string, unknown> }> = permissionCatalogue;
    const known = ({ permission, auth }: OperationRow): boolean => {
      if (auth !== "required" || permission === null) return auth !== "required" && permission === null;
      return permission === "self" || Object.hasOwn(catalogue[permission.resource]?.actions ?? {}, permission.action);
    };
    expect(rows.filter((row) => !known(row))).toEqual([]);
    expect(known({ ...operations.unitsListing, permission: { resource: "units", action: "sell" } })).toBe(false);
  });

  test("group and method make the id, and are unique together", () => {
    for (const { id, group, method } of rows) expect(id).toBe(group + method.charAt(0).toUpperCase() + method.slice(1));
    expect(new Set(rows.map(({ group, method }) => `${group}.${method}`)).size).toBe(rows.length);
  });

  test("path parameters are those of the template, in its order", () => {
    for (const { path, pathParams } of rows) {
      expect(pathParams).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test("describes the units listing", () => {
    expect(operations.unitsListing).toEqual({
      id: "unitsListing",
      group: "units",
      method: "listing",
      verb: "GET",
      path: "/units/listing",
      pathParams: [],
      query: [
        { name: "page" },
        { name: "per_page" },
        { name: "limit" },
        { name: "ids", csv: true },
        { name: "external_id", csv: true },
        { name: "partner_id" },
        { name: "agency_id" },
        { name: "client_id" },
        { name: "lifecycle_status", csv: true },
        { name: "connection_status", csv: true },
        { name: "unit_group_id" },
        { name: "updated_after" },
        { name: "include_deleted" },
        { name: "include", csv: true },
        { name: "sort", csv: true },
      ],
      body: false,
      success: [200],
      paged: true,
      auth: "required",
      permission: { resource: "units", action: "view" },
      problems: {
        400: ["malformed_request"],
        401: ["unauthenticated", "token_expired", "token_revoked"],
        403: ["permission_denied"],
        422: ["validation_failed", "query_too_slow"],
        429: ["too_many_requests"],
        500: ["internal_error"],
        503: ["unavailable"],
      },
    });
  });

  test("names every success status, ascending", () => {
    for (const { operation } of documented) {
      const statuses = Object.keys(operation.responses).filter((status) => !/^[45]/.test(status));
      expect(rows.find(({ id }) => id === operation.operationId)?.success.map(String)).toEqual(statuses);
    }
  });

  test("names the problem codes of each error status", () => {
    for (const { operation } of documented) {
      const statuses = Object.keys(operation.responses).filter((status) => /^[45]/.test(status));
      const row = rows.find(({ id }) => id === operation.operationId);
      expect(Object.keys(row?.problems ?? {})).toEqual(statuses);
    }
    expect(operations.authLogin.problems[401]).toEqual(["invalid_credentials"]);
  });

  test("carries the version and the hash of the contract", () => {
    expect(contractHash).toMatch(/^[0-9a-f]{64}$/);
    expect(contractVersion).toBe(document.info.version);
  });
});

describe("the permission catalogue", () => {
  test("has the documented resources and actions", () => {
    expect(permissionCatalogue.users.title).toBe("Users");
    expect(Object.keys(permissionCatalogue.units.actions)).toEqual([
      "view",
      "create",
      "edit",
      "delete",
      "units_basic_edit",
      "units_technical",
      "unit_swapping",
      "assign_sim_cards",
      "units_transfer",
    ]);
    expect(permissionCatalogue.units.actions.view.title).toBe("View units");
  });
});

test("the sensitive names include every secret that the source description names", () => {
  expect(sensitiveNames).toEqual(
    expect.arrayContaining(["api_key", "publish_key", "subscribe_key", "password", "token", "registration_token"]),
  );
});
