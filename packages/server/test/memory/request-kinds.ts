import type { OperationId } from "@fleet-api/contract/operations";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import {
  addedTo,
  assignedTo,
  createdIn,
  isErasure,
  isRestore,
  partOf,
  recordedIn,
  subjectOf,
} from "../support/example-variants.ts";
import type { Lane } from "./lane.ts";

/** One kind of request, as often as asked. Rejects when the answer is not the expected one. */
export type RequestKind = (lane: Lane) => Promise<void>;

/** The table with what an operation adds to a record, or records between several; null if it does neither. */
const partMadeBy = (operation: Operation): string | null => addedTo(operation) ?? recordedIn(operation);

/** The operation that takes back what another one does; undefined if nothing does, or nothing has to. */
function undoOf(operation: Operation): Operation | undefined {
  const created = createdIn(operation);
  const [made, changed] = [partMadeBy(operation), operation.verb === "PATCH" ? partOf(operation) : null];
  const [about, assigns] = [subjectOf(operation), assignedTo(operation) !== null];
  return contractOperations.find((other) => {
    const { collection, part } = subjectOf(other) ?? {};
    if (created !== null) return collection === created && part === "" && other.verb === "DELETE";
    if (made !== null || changed !== null)
      return other.verb === "DELETE" && partOf(other)?.collection === (made ?? changed?.collection);
    if (assigns) return collection === about?.collection && part === about?.part.replace("/", "/un");
    return operation.verb === "DELETE" && about?.part === "" && collection === about.collection && isRestore(other);
  });
}

/** The operation that makes what another one is about; undefined where that is a record which the lane has. */
function makerOf(operation: Operation): Operation | undefined {
  const [part, about] = [partOf(operation), subjectOf(operation)];
  return contractOperations.find((other) => {
    if (part !== null) return partMadeBy(other) === part.collection || assignedTo(other) === part.collection;
    if (isErasure(operation)) return createdIn(other) === about?.collection;
    return assignedTo(other) !== null && undoOf(other) === operation;
  });
}

/**
 * The example of an operation, after what makes something that it can be carried out on, and before what takes it back: otherwise
 * lists would grow, and records run out.
 */
function exampleOf(operation: Operation): RequestKind {
  const [maker, undo] = [makerOf(operation), undoOf(operation)];
  return async (lane) => {
    if (operation.endsSession) await lane.logIn();
    const made = maker === undefined ? undefined : await make(lane, maker, operation);
    if (made === null) return;
    const answer = await lane.play(operation, made);
    if (undo !== undefined && answer !== null) await lane.play(undo, JSON.parse(answer).data.id);
  };
}

/** Makes what an operation is about, and resolves with its id; with null where the lane may not. */
async function make(lane: Lane, maker: Operation, operation: Operation): Promise<number | null> {
  const answer = await lane.play(maker);
  if (answer === null) return null;
  const { id }: { id: number } = JSON.parse(answer).data;
  if (partOf(operation) === null || assignedTo(maker) === null) return id;
  // The answer to an assignment is the record that it was made to. It ends, because that is what the examples are about.
  const [list = ""] = operation.path.split("/{");
  const assignment = await lane.newest(list, `${subjectOf(maker)?.parameter}=${id}`);
  const end = undoOf(maker);
  if (end !== undefined) await lane.play(end, id);
  return assignment;
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
