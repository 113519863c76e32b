import type { Located } from "../document/located.mjs";
import type { Conventions, Document } from "../openapi.d.ts";

/** The document that is completed, and its conventions. */
export interface Subject {
  readonly document: Document;
  readonly conventions: Located<Conventions>;
}
