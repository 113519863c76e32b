import type { OperationId, OperationRow } from "@fleet-api/contract";
import { examples } from "@fleet-api/contract/examples";
import { operations } from "@fleet-api/contract/operations";
import { type OperationValidators, type Validate, validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { TestServerError } from "./test-server-error.ts";

/** All that the contract says of an operation. */
export interface Operation {
  readonly id: OperationId;
  readonly row: OperationRow;
  /** Segments of the path template. */
  readonly segments: readonly string[];
  readonly validators: OperationValidators;
  /** By status; they also refuse members that the contract does not name. */
  readonly responses: Readonly<Record<number, Validate | null>>;
  readonly example: Example;
}

/** An example of any operation. */
export interface Example {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly idParameter: string | null;
}

const ids = Object.keys(operations).filter((id): id is OperationId => Object.hasOwn(operations, id));

const table: ReadonlyMap<string, Operation> = new Map(
  ids.map((id) => [
    id,
    {
      id,
      row: operations[id],
      segments: operations[id].path.split("/"),
      validators: validators[id],
      responses: strictResponses[id],
      example: examples[id],
    },
  ]),
);

/** An operation by its id. Throws for an id that the contract does not have: not every test is typed. */
export function operationOf(id: string): Operation {
  const operation = table.get(id);
  if (operation === undefined) throw new TestServerError(`there is no operation ${id}; there are ${ids.join(", ")}`);
  return operation;
}

/** A path that fits a template of the contract. */
export interface PathMatch {
  /** The operations of the template, by method. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The segments of the path, still encoded. */
  readonly segments: readonly string[];
}

/** The template of a path below the base path; null without one. */
export function matchPath(path: string): PathMatch | null {
  const segments = path.split("/");
  const fitting = [...table.values()].filter((operation) => fits(operation.segments, segments));
  const [first] = fitting.toSorted((a, b) => precedence(a).localeCompare(precedence(b)));
  if (first === undefined) return null;
  const same = fitting.filter(({ row }) => row.path === first.row.path);
  return { operations: new Map(same.map((operation) => [operation.row.verb, operation])), segments };
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (isParameter(part) ? segments[index] !== "" : part === segments[index]))
  );
}

/** Sorts templates that one path fits: at the first segment where they differ, a literal goes before a parameter. */
function precedence({ segments }: Operation): string {
  return segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
}

/** Whether a segment of a template stands for a value. */
export function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}
