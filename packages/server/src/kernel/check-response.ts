import type { OperationId } from "@fleet-api/contract/operations";
import type { Validate } from "@fleet-api/contract/validators";
import { textOf } from "./reply.ts";
import type { KernelResponse } from "./response.ts";

/** Looks at every answer of an operation before it is sent; throws to stop it. */
export type CheckResponse = (operationId: string, response: KernelResponse) => void;

/** Response validators by operation and status, for example `strictResponses` of the contract. */
export type ResponseValidators = Readonly<Record<OperationId, Readonly<Record<number, Validate | null>>>>;

/** An answer of this server that breaks the contract. */
export class ContractBreach extends Error {
  override readonly name = "ContractBreach";
}

/** For tests: refuses answers with a status or a body that the contract does not have. */
export function contractCheck(responses: ResponseValidators): CheckResponse {
  const byId: Readonly<Record<string, Readonly<Record<number, Validate | null>>>> = responses;
  return (operationId, { status, headers, body, events }) => {
    const validate = byId[operationId]?.[status];
    if (validate === undefined)
      throw new ContractBreach(`${operationId} answered ${status}, which the contract does not have.`);
    // Its events come later.
    if (events && validate) return;
    if (validate === null) {
      if (body === null && headers["content-type"] === undefined) return;
      throw new ContractBreach(`${operationId} answered ${status} with a body, where the contract has none.`);
    }
    if (validate(body === null ? null : JSON.parse(textOf(body)))) return;
    const reasons = validate.errors?.map((error) => `${error.instancePath} ${error.message ?? error.keyword}`);
    throw new ContractBreach(
      `${operationId} answered ${status} with a body that breaks the contract: ${reasons?.join("; ")}`,
    );
  };
}
