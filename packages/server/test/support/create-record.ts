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
