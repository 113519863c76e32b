/** The files that the page "Try it" reads: the form of each operation. */
import type { Operation } from "../contract/operations.ts";
import type { SiteContract } from "../contract/site-contract.ts";
import type { Callable } from "../samples/callable.ts";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** A form, with what the page says about its operation. */
export interface Form {
  readonly operation: Callable & Pick<Operation, "summary" | "permission">;
  readonly fields: Fields;
  /** What the fields begin with. */
  readonly request: ExampleRequest;
}

/** Paths below the folder of the page, with their content. */
export function formFiles({ document, operations }: SiteContract): Map<string, string> {
  const files = new Map<string, string>();
  for (const operation of operations) {
    const { id, verb, path, auth, summary, permission, paged } = operation;
    const form: Form = {
      operation: {
        id,
        verb,
        path,
        auth,
        summary,
        permission,
        paged,
        parameters: operation.parameters.map(({ name, in: place, explode }) => ({
          name,
          in: place,
          ...(explode !== undefined && { explode }),
        })),
        body: operation.body && { mediaType: operation.body.mediaType },
        replies: operation.replies.map(({ status }) => ({ status })),
      },
      fields: fieldsOf(document, operation),
      request: exampleRequest(operation, document),
    };
    files.set(`${id}.json`, JSON.stringify(form));
  }
  return files;
}
