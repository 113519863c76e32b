import type { OperationRow } from "@fleet-api/contract";
import { ProblemError } from "./problem.ts";
import type { Authorize, Input, MissingPermission } from "./types.ts";

/**
 * Refuses input with fields that need permissions which the caller lacks (`x-permission-action`).
 * @throws ProblemError `permission_denied`
 */
export async function authorizeFields<Principal>(
  authorize: Authorize<Principal>,
  row: OperationRow,
  input: Input,
  principal: Principal,
): Promise<void> {
  const missing = await missingForFields(authorize, row, input, principal);
  if (missing.length > 0) throw permissionDenied(missing);
}

/** The permissions that fields of the input need and the caller lacks, each with its fields. */
export async function missingForFields<Principal>(
  authorize: Authorize<Principal>,
  { fieldActions = [] }: OperationRow,
  input: Input,
  principal: Principal,
): Promise<MissingPermission[]> {
  const used = fieldActions.filter((field) => {
    const value = valueAt(input[field.in], field.path);
    return value !== undefined && value !== field.unless;
  });
  const lacking = new Map<string, MissingPermission & { fields: string[] }>();
  for (const { resource, action, path } of used) {
    const permission = `${resource}.${action}`;
    const known = lacking.get(permission);
    const missing = known ?? (await authorize({ resource, action }, principal));
    if (missing === null) continue;
    lacking.set(permission, { ...missing, fields: [...(known?.fields ?? []), path.join(".")] });
  }
  return [...lacking.values()];
}

/** 403 of a change that needs permissions which the caller lacks: as a whole, or for some of its fields. */
export function permissionDenied(missing: readonly MissingPermission[]): ProblemError {
  const sentences = missing.map(({ resource, action, title, fields = ["A change"] }) => {
    const verb = fields.length === 1 ? "needs" : "need";
    return `${fields.join(", ")} ${verb} the permission ${resource}.${action} (${title}).`;
  });
  return new ProblemError("permission_denied", sentences.join(" "), { missing_permissions: [...missing] });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (above, name) =>
      typeof above === "object" && above !== null && Object.hasOwn(above, name) ? Reflect.get(above, name) : undefined,
    value,
  );
}
