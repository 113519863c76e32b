import type { OperationRow } from "@fleet-api/contract";
import type { ProblemExtra } from "./problem.ts";
import { ProblemError } from "./problem.ts";
import type { Authorize, Input } from "./types.ts";

/**
 * Refuses input with fields that need a permission which the caller lacks (`x-permission-action`). Names
 * all of them; `required_permission` is the first.
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
  const lacking = new Map<string, NonNullable<ProblemExtra["required_permission"]> & { fields: string[] }>();
  for (const { resource, action, path } of used) {
    const permission = `${resource}.${action}`;
    const known = lacking.get(permission);
    const missing = known ?? (await authorize({ resource, action }, principal));
    if (missing === null) continue;
    lacking.set(permission, { ...missing, fields: [...(known?.fields ?? []), path.join(".")] });
  }
  const [first] = lacking.values();
  if (first === undefined) return;
  const sentences = [...lacking].map(([permission, { title, fields }]) => {
    const verb = fields.length === 1 ? "needs" : "need";
    return `${fields.join(", ")} ${verb} the permission ${permission} (${title}).`;
  });
  throw new ProblemError("permission_denied", sentences.join(" "), { required_permission: first });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (above, name) =>
      typeof above === "object" && above !== null && Object.hasOwn(above, name) ? Reflect.get(above, name) : undefined,
    value,
  );
}
