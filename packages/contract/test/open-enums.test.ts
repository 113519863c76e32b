/** Which enums of responses are closed: a new value of them breaks programs, so each is a decision (C25). */
import { type Schema, operationsOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { expect, test } from "vitest";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** The closed enums that a schema leads to, by the component or the property that has them. */
function closedEnums(node: unknown, label: string, seen: Set<unknown>): string[] {
  if (typeof node !== "object" || node === null || seen.has(node)) return [];
  seen.add(node);
  const { $ref, properties = {}, ...rest }: Schema = node;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return closedEnums(document.components.schemas[name], name, seen);
  }
  if (rest["x-open-enum"] === true) return [];
  return [
    ...(rest.enum === undefined ? [] : [label]),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      closedEnums(schema, `${label.replace(/\..*/, "")}.${name}`, seen),
    ),
    ...Object.values(rest).flatMap((value) => closedEnums(value, label, seen)),
  ];
}

test("the enums of responses are open, but for what programs decide by", () => {
  const seen = new Set<unknown>();
  const found = operationsOf(document).flatMap(({ operation }) =>
    Object.values(operation.responses ?? {}).flatMap((response) => closedEnums(response, "", seen)),
  );
  expect(found.toSorted()).toEqual([
    "ClientStatus",
    "DocumentStatus",
    "DriverAssignment.role",
    "DriverStatus",
    "Finding.in",
    "FindingCode",
    "ProblemCode",
    "UnitConnectionStatus",
    "UnitLifecycleStatus",
    "VehicleExpenseStatus",
    "VehicleStatus",
  ]);
});
