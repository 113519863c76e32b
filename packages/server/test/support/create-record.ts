import type { Operation } from "./contract-operations.ts";
import { contractOperations } from "./contract-operations.ts";
import { createdIn, freshBody, inputsOf, neededPart } from "./example-variants.ts";
import type { Service } from "./service.ts";

let serial = 0;

/** The operation that creates the records of a collection. */
export function creationOf(collection: string): Operation {
  const creation = contractOperations.find((operation) => createdIn(operation) === collection);
  if (creation === undefined) throw new Error(`No operation creates \`${collection}\`; make its records in this test.`);
  return creation;
}

/** Whether the body that creates a record of a collection has a member. */
export function canHave(collection: string, member: string): boolean {
  return inputsOf(creationOf(collection)).some(({ place, name }) => place === "body" && name === member);
}

/**
 * Creates a record with the required part of the example of its collection, with texts that no record has had before.
 * `members` replace those of the example.
 */
export async function createRecord(
  service: Pick<Service, "call">,
  collection: string,
  { token, members = {} }: { readonly token: string; readonly members?: Readonly<Record<string, unknown>> },
): Promise<number> {
  const creation = creationOf(collection);
  serial += 1;
  const body = { ...Object(neededPart(creation, freshBody(creation, serial))), ...members };
  const { status, body: answer } = await service.call<{ id: number }>("POST", creation.path, { token, body });
  if (status === 201) return answer.data.id;
  const errors = JSON.stringify(answer.errors ?? []);
  throw new Error(
    `${creation.id} responded ${status} ${answer.detail} ${errors}. Give the creation of \`${collection}\` an example that works.`,
  );
}

/** The ids of the records of a client, at least so many: those that the demo fleet lacks are created. */
export async function recordsOfClient(
  service: Pick<Service, "call">,
  collection: string,
  { token, client_id, count }: { readonly token: string; readonly client_id: number; readonly count: number },
): Promise<number[]> {
  const path = `/${collection}/listing?client_id=${client_id}&per_page=200`;
  const { status, body } = await service.call<{ id: number }[]>("GET", path, { token });
  if (status !== 200) throw new Error(`GET ${path} responded ${status} ${body.detail}`);
  const ids = body.data.map(({ id }) => id);
  while (ids.length < count) ids.push(await createRecord(service, collection, { token, members: { client_id } }));
  return ids;
}
