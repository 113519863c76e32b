import { defaultOptionalOperations } from "@fleet-api/auth";
import { operations } from "@fleet-api/contract/operations";
import { expect, it } from "vitest";

it("the auth package and the contract agree on which operations have optional authentication", () => {
  const inContract = Object.values(operations)
    .filter((operation) => operation.auth === "optional")
    .map(({ verb, path }) => `${verb} ${path}`);
  const inAuth = defaultOptionalOperations.map(({ method, path }) => `${method} ${path}`);
  expect(inAuth.toSorted()).toEqual(inContract.toSorted());
});
