/** The files that the page "Try it" reads: one for the list of operations, and one for each form. */
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

/** The operations of a resource group, for the list to choose from. */
export interface FormGroup {
  readonly title: string;
  readonly operations: readonly { readonly id: string; readonly summary: string }[];
}

/** Paths below the folder of the page, with their content. */
export function formFiles({ document, groups }: SiteContract): Map<string, string> {
  const list: FormGroup[] = groups
    .filter(({ operations }) => operations.length > 0)
    .map(({ title, operations }) => ({ title, operations: operations.map(({ id, summary }) => ({ id, summary })) }));
  const files = new Map([["operations.json", JSON.stringify(list)]]);
  for (const operation of groups.flatMap(({ operations }) => operations)) {
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
    files.set(`forms/${id}.json`, JSON.stringify(form));
  }
  return files;
}
