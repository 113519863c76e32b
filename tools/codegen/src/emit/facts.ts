import type { OperationModel } from "../operations.ts";
import type { ParameterModel } from "../parameters.ts";
import { fill, fillObject, literal } from "../text.ts";

/** Operations as data: everything that a server, a tool or a page of docs needs to know of them at run time. */
export function operationFacts(constant: string, operations: OperationModel[]): string {
  return `/** The operations of this group as data. */
export const ${constant} = {
${operations.map(factLines).join("")}} as const satisfies Record<string, OperationRow>;
`;
}

function factLines(operation: OperationModel): string {
  const { id, group, method, verb, path, paged, auth, permission, responses } = operation;
  const facts = {
    id,
    group,
    method,
    verb: verb.toUpperCase(),
    path,
    pathParams: named(operation, "path").map((parameter) => parameter.name),
    query: named(operation, "query").map((parameter) => ({
      name: parameter.name,
      ...(parameter.csv ? { csv: true } : {}),
    })),
    body: operation.body !== null,
    success: responses.filter((response) => response.success).map((response) => response.status),
    paged,
    ...(operation.events === null ? {} : { stream: true }),
    auth,
    ...(operation.ticket === null ? {} : { ticket: operation.ticket }),
    permission,
    ...(operation.fieldActions.length === 0 ? {} : { fieldActions: operation.fieldActions }),
  };
  const members = Object.entries(facts).map(([name, value]) => `${name}: ${literal(value)},`);
  const errors = responses.filter((response) => !response.success);
  const problems = errors.map(({ status, codes }) => `${status}: ${literal(codes)}`);
  return fill([`${id}: {`, ...members], "  ", "    ") + fillObject("problems: {", problems, "} },", "    ");
}

/** The parameters of an operation that stand in one place. */
export function named(operation: OperationModel, place: "path" | "query" | "header"): ParameterModel[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}
