import { defaultPublicOperations } from "@fleet-api/auth";
import { operations } from "@fleet-api/contract/operations";
import { expect, it } from "vitest";

it("the auth package and the contract agree on which operations need no token", () => {
  const inContract = Object.values(operations)
    .filter((operation) => operation.public)
    .map(({ verb, path }) => `${verb} ${path}`);
  const inAuth = defaultPublicOperations.map(({ method, path }) => `${method} ${path}`);
  expect(inAuth.toSorted()).toEqual(inContract.toSorted());
});
