import type { OperationId } from "@fleet-api/contract/operations";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { createdIn, isRestore, subjectOf } from "../support/example-variants.ts";
import type { Lane } from "./lane.ts";

/** One kind of request, as often as asked. Rejects when the answer is not the expected one. */
export type RequestKind = (lane: Lane) => Promise<void>;

/** The operation that takes back what another one does to a record; undefined if it neither creates nor deletes one. */
function undoOf(operation: Operation): Operation | undefined {
  const created = createdIn(operation);
  const about = subjectOf(operation);
  return contractOperations.find((other) => {
    const { collection, part } = subjectOf(other) ?? {};
    if (created !== null) return collection === created && part === "" && other.verb === "DELETE";
    return operation.verb === "DELETE" && about?.part === "" && collection === about.collection && isRestore(other);
  });
}

/** The example of an operation, and then what takes it back: otherwise lists would grow, and records run out. */
function exampleOf(operation: Operation): RequestKind {
  const undo = undoOf(operation);
  return async (lane) => {
    if (operation.endsSession) await lane.logIn();
    const answer = await lane.play(operation);
    if (undo !== undefined && answer !== null) await lane.play(undo, JSON.parse(answer).data.id);
  };
}

/** What a server answers without an operation, or refuses. */
const refusals = {
  "unknown path": (lane) => lane.expect(404, "GET", `/no/such/path-${lane.next()}`),
  "unknown method": (lane) => lane.expect(405, "PUT", "/units/listing"),
  "unknown token": (lane) => lane.expect(401, "GET", "/units/listing", undefined, `bearer f1.1.${lane.next()}`),
  "wrong password": (lane) =>
    lane.expect(401, "POST", "/auth/login", { username: `nobody-${lane.next()}`, password: "wrong" }),
  "unknown keys": (lane) => lane.expect(422, "POST", "/auth/login", { [`key-${lane.next()}`]: 1 }),
  "unknown parameter": (lane) => lane.expect(422, "GET", `/units/listing?name-${lane.next()}=1`),
  "connection cut": (lane) => lane.cut("/units/listing?per_page=50"),
} satisfies Record<string, RequestKind>;

const byOperation = Object.fromEntries(contractOperations.map((operation) => [operation.id, exampleOf(operation)]));

/** A request of every operation, by its id, and those that are refused. */
export const requestKinds = { ...(byOperation as Record<OperationId, RequestKind>), ...refusals };
