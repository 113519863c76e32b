/** What follows from the examples of a contract, on one of seven operations. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsCheckDigit } from "../../src/platform/luhn.ts";
import type { Operation } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import {
  addedTo,
  collectionNamed,
  collectionsOf,
  createdIn,
  freshBody,
  inputsOf,
  isRestore,
  neededPart,
  otherValue,
  placeholdersOf,
  playingOrder,
  subjectOf,
} from "../support/example-variants.ts";
import { tiny } from "./tiny-contract.ts";

const { operations, resolveSchema } = tiny;
function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}
const creation = operationOf("vansCreate");

describe("an operation", () => {
  it("is about the record that its path names", () => {
    expect(subjectOf(operationOf("vansRestore"))).toEqual({
      collection: "vans",
      parameter: "van_id",
      part: "/restore",
    });
    expect(subjectOf(operationOf("vansGet"))?.part).toBe("");
    expect(subjectOf(operationOf("vansListing"))).toBeNull();
    expect(operations.filter(isRestore).map(({ id }) => id)).toEqual(["vansRestore"]);
  });

  it("adds to the record that its path names, where it creates something below it", () => {
    const { responses } = creation;
    expect(addedTo({ verb: "POST", path: "/vans/{van_id}/readings", responses })).toBe("van_readings");
    expect(operations.map(addedTo).filter((table) => table !== null)).toEqual([]);
  });

  it("creates records in the collection of its path", () => {
    expect(operations.map(createdIn).filter((collection) => collection !== null)).toEqual(["vans"]);
    expect(collectionsOf(operations)).toEqual(["vans"]);
    expect(["van_id", "van_ids", "page"].map(collectionNamed)).toEqual(["vans", "vans", null]);
  });

  it("is played last if it ends the session", () => {
    expect(playingOrder(operations).map(({ id }) => id)).toEqual([
      "sessionStart",
      "vansCreate",
      "vansGet",
      "vansDelete",
      "vansRestore",
      "vansListing",
      "sessionEnd",
    ]);
  });
});

describe("a contract", () => {
  it("says of each operation whether it takes a token, as a list of its own or as that of the document", () => {
    expect(Object.fromEntries(operations.map(({ id, auth }) => [id, auth]))).toEqual({
      sessionStart: "none",
      sessionEnd: "required",
      vansCreate: "required",
      vansGet: "optional",
      vansDelete: "required",
      vansRestore: "required",
      vansListing: "required",
    });
  });

  it("has one parameter where an operation replaces that of its path", () => {
    const shown = (id: string) => operationOf(id).parameters.map(({ name, example }) => [name, example]);
    expect([shown("vansGet"), shown("vansDelete")]).toEqual([[["van_id", 4]], [["van_id", 5]]]);
    expect(operationOf("vansGet").verbs).toEqual(["GET", "DELETE"]);
  });
});

describe("a body", () => {
  it("has fresh texts where its schema allows them, and the same values otherwise", () => {
    expect(freshBody(creation, 7, resolveSchema)).toEqual({
      agency_id: "north",
      depot_id: 1,
      name: "Van 7",
      kind: "small",
      serial: expect.stringMatching(/^899990000500000007\d$/),
      seen_at: "2026-01-15T08:30:00Z",
    });
    // No longer text fits.
    expect(freshBody(creation, 12_345_678, resolveSchema)).toMatchObject({ name: "Van" });
  });

  it("has other digits for each number, with a check digit that fits", () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), fc.nat({ max: 99_999_999 }), (one, other) => {
        const serials = [one, other].map((serial) => String(Object(freshBody(creation, serial, resolveSchema)).serial));
        expect(new Set(serials).size).toBe(new Set([one, other]).size);
        for (const serial of serials) expect([serial.length, fitsCheckDigit(serial)]).toEqual([19, true]);
      }),
    );
  });

  it("can be as small as its schema allows", () => {
    expect(neededPart(creation, creation.bodyExample, resolveSchema)).toEqual({
      agency_id: "north",
      depot_id: 1,
      name: "Van",
    });
    expect(neededPart(operationOf("vansGet"), undefined, resolveSchema)).toBeUndefined();
  });
});

describe("an input", () => {
  const others = (operation: Operation) =>
    Object.fromEntries(
      inputsOf(operation, resolveSchema).map(({ name, schema, example }) => [
        name,
        otherValue(schema, example, resolveSchema),
      ]),
    );

  it("has another value of its schema", () => {
    expect(others(creation)).toEqual({
      agency_id: "north 2",
      depot_id: 2,
      name: "Van 2",
      kind: "large",
      serial: expect.stringMatching(/^8999900005/),
      seen_at: "2025-01-15T08:30:00Z",
      zone: null,
    });
    expect(others(operationOf("vansListing"))).toEqual({ page: 0, kind: ["large"] });
  });

  it("has none where the schema says of none", () => {
    expect(otherValue({ type: "string", pattern: "^[A-Z]+$" }, "UTC", resolveSchema)).toBeUndefined();
    expect(otherValue({ type: "string" }, "<PASSWORD>", resolveSchema)).toBe("<PASSWORD>2");
  });

  it("is that of the example in a request, unless another value is given", () => {
    expect(exampleRequest(operationOf("vansGet"), { values: { van_id: 9 } }).path).toBe("/vans/9");
    expect(exampleRequest(operationOf("vansListing"), { optional: true }).path).toBe("/vans/listing?page=1&kind=small");
    expect(placeholdersOf(["/vans/%3CVAN_TOKEN%3E", { password: "<PASSWORD>" }])).toEqual([
      "<VAN_TOKEN>",
      "<PASSWORD>",
    ]);
  });
});
