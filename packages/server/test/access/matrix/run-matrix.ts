import type { OperationRow } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { covers } from "../../support/hierarchy.ts";
import type { Answer, Service } from "../../support/service.ts";
import type { Case } from "./case.ts";
import { different } from "./case.ts";
import { casesOf } from "./cases.ts";
import type { Caller, World } from "./world.ts";
import { logIn } from "./world.ts";

/** What the requests of a matrix showed. */
export interface MatrixResult {
  /** One line for each answer that is not as expected. */
  readonly violations: readonly string[];
  /** Rows of others that got out: whose they are. */
  readonly leaks: readonly string[];
  /** How many requests each operation was asked. */
  readonly requests: Readonly<Record<string, number>>;
}

const all: readonly OperationId[] = Object.values(operations).map(({ id }) => id);

/** Enough requests of a caller who may not ask at all: the answer does not depend on the object. */
const REFUSED = 3;

/** Every caller asks every operation, or those that are named, for own and foreign objects. */
export async function runMatrix(service: Service, world: World, ids = all): Promise<MatrixResult> {
  const violations: string[] = [];
  const leaks: string[] = [];
  const requests: Record<string, number> = {};
  for (const id of ids) {
    for (const caller of world.callers) {
      const cases = casesOf(operations[id], caller, world);
      const wanted = refusal(operations[id], caller) === null ? cases : cases.slice(0, REFUSED);
      requests[id] = (requests[id] ?? 0) + wanted.length;
      // Several at a time, as clients do.
      for (let at = 0; at < wanted.length; at += 16) {
        await Promise.all(
          wanted.slice(at, at + 16).map(async (one) => {
            const answer = await send(service, operations[id], caller, one);
            const line = (what: string): string => `${caller.name} ${operations[id].verb} ${one.path}: ${what}`;
            leaks.push(...foreignOwners(answer, caller, world).map((owner) => line(`a row of ${owner}`)));
            const expected = [refusal(operations[id], caller) ?? one.status ?? 200].flat();
            const isExpected = expected.includes(answer.status);
            const wrong = isExpected ? whyWrong(operations[id], one, answer) : null;
            if (!isExpected) violations.push(line(`${answer.status} instead of ${expected.join(" or ")}`));
            else if (wrong != null) violations.push(line(wrong));
          }),
        );
      }
    }
  }
  return { violations, leaks, requests };
}

async function send(service: Service, { verb }: OperationRow, caller: Caller, one: Case): Promise<Answer<unknown>> {
  const ownSession = one.endsSession === true && caller.password !== null;
  const token = ownSession ? await logIn(service, caller.name, caller.password) : caller.token;
  const options = {
    ...(token !== null && { token }),
    ...(one.body !== undefined && { body: one.body }),
    ...(one.headers && { headers: one.headers }),
  };
  const answer = await service.call<unknown>(verb, one.path, options);
  if (answer.status === 201) await forget(service, one, Object(answer.body.data).id);
  return answer;
}

/** What is wrong with the content of an answer that has the status of its case. */
function whyWrong({ permission }: OperationRow, { wrong, pointer }: Case, answer: Answer<unknown>): string | null {
  const { code, required_permission: lacking, errors = [] } = answer.body ?? {};
  if (answer.status < 300) return wrong?.(answer) ?? null;
  if (answer.status === 422) return different(errors[0]?.pointer, pointer);
  // A right to a member of the body is another one.
  if (code !== "permission_denied" || lacking?.fields !== undefined) return null;
  return different(lacking?.action, Object(permission).action);
}

/** Deletes what a case created or added: no other case expects it. */
async function forget(service: Service, { creates = "", adds }: Case, id: number): Promise<void> {
  const change = adds === undefined ? `update ${creates} set deleted_at = now()` : `delete from ${adds}`;
  await service.server.db.query(`${change} where id = $1`, [id]);
}

/** 401 or 403 of somebody who may not ask the operation at all; null for somebody who may. */
function refusal({ auth, permission }: OperationRow, caller: Caller): number | null {
  if (auth === "required" && caller.token === null) return 401;
  const named = permission === null || permission === "self" ? null : permission;
  return named === null || caller.may(named.resource, named.action) ? null : 403;
}

/** Owners that an answer names and the caller does not reach. */
function foreignOwners(answer: Answer<unknown>, caller: Caller, world: World): string[] {
  const owners = JSON.stringify(answer.body).matchAll(/owner<(\w+):([^>]+)>/g);
  const foreign = [...owners].flatMap(([, kind = "", id = ""]) =>
    reaches(caller, world, kind, id) ? [] : `${kind} ${id}`,
  );
  return [...new Set(foreign)];
}

function reaches({ cover, above }: Caller, world: World, kind: string, id: string): boolean {
  if (above.includes(`${kind}:${id}`)) return true;
  if (kind === "client") return covers(world, cover, Number(id));
  if (kind === "partner") return cover.partners.includes(id);
  const agency = world.agencies.find((candidate) => candidate.id === id);
  return cover.agencies.includes(id) || cover.partners.includes(agency?.partner_id ?? "");
}
