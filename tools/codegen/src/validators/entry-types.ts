/** Declarations of the entries of single operations, in terms of the types that all operations share. */

export function requestTypes(id: string): string {
  return `import type { RequestValidators } from "@fleet-api/contract/validators";

type Request = RequestValidators<"${id}">;
export declare const body: Request["body"];
export declare const bodyRequired: Request["bodyRequired"];
export declare const maxBodyBytes: Request["maxBodyBytes"];
export declare const parameters: Request["parameters"];
`;
}

export function responseTypes(id: string): string {
  return `import type { ResponseValidators } from "@fleet-api/contract/validators";

export declare const responses: ResponseValidators<"${id}">["responses"];
`;
}

/** Declaration of the functions that import these entries, by operation. */
export function lazyTypes(kind: "request" | "response"): string {
  const validators = kind === "request" ? "RequestValidators" : "ResponseValidators";
  return `import type { OperationId } from "@fleet-api/contract/operations";
import type { ${validators} } from "@fleet-api/contract/validators";

export declare const ${kind}s: { readonly [Id in OperationId]: () => Promise<${validators}<Id>> };
`;
}
