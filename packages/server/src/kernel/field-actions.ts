import type { OperationRow } from "@fleet-api/contract";
import { ProblemError } from "./problem.ts";
import type { Authorize, Input } from "./types.ts";

/**
 * Refuses input with fields that need a permission which the caller lacks (`x-permission-action`), and names them.
 * @throws ProblemError `permission_denied`
 */
export async function authorizeFields<Principal>(
  authorize: Authorize<Principal>,
  { fieldActions = [] }: OperationRow,
  input: Input,
  principal: Principal,
): Promise<void> {
  const used = fieldActions.filter((field) => {
    const value = valueAt(input[field.in], field.path);
    return value !== undefined && value !== field.unless;
  });
  for (const { resource, action } of used) {
    const missing = await authorize({ resource, action }, principal);
    if (missing === null) continue;
    const same = used.filter((field) => field.resource === resource && field.action === action);
    const fields = same.map(({ path }) => path.join("."));
    const detail = `${fields.join(", ")} ${fields.length === 1 ? "needs" : "need"} the permission ${resource}.${action} (${missing.title}).`;
    throw new ProblemError("permission_denied", detail, { required_permission: { ...missing, fields } });
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (above, name) =>
      typeof above === "object" && above !== null && Object.hasOwn(above, name) ? Reflect.get(above, name) : undefined,
    value,
  );
}
