import type { Parameter } from "../contract/document.ts";
import type { Auth } from "../contract/operations.ts";

/** What of an operation a call of it needs. */
export interface Callable {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  readonly auth: Auth;
  readonly parameters: readonly Pick<Parameter, "name" | "in" | "explode">[];
  readonly body: { readonly mediaType: string } | null;
  readonly replies: readonly { readonly status: number }[];
  /** Whether it returns a page of a list. */
  readonly paged: boolean;
}
