/** The packages as pages show them. Texts are Markdown. */
import type { Elsewhere } from "./entries.ts";
import type { Code } from "./type-text.ts";

export interface PackageReference {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly entries: readonly EntryReference[];
  /** Entries without a page of their own. */
  readonly generated: readonly ({ readonly name: string } & Elsewhere)[];
}

export interface EntryReference {
  /** What is imported: `@fleet-api/client/retry`. */
  readonly name: string;
  readonly url: string;
  readonly text: string;
  readonly names: readonly ExportedName[];
}

export type Kind = "function" | "class" | "interface" | "type" | "constant";

/** A name that an entry exports: a value, a type, or both. */
export interface ExportedName {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly text: string;
  readonly deprecated: string | null;
  /** The entry that shows it, if this one exports it once more. */
  readonly shownBy: { readonly entry: string; readonly url: string } | null;
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  readonly kind: Kind;
  /** What it looks like, without its members. Several for an overloaded function. */
  readonly signatures: readonly Signature[];
  /** Its source, where that says more than its parts. */
  readonly source: string | null;
  readonly notes: Notes;
  readonly members: readonly Member[];
  /** The values of a union, with what each means. */
  readonly values: readonly { readonly code: Code; readonly text: string }[];
  /** Where its members are, if they are too many. */
  readonly membersUrl: string | null;
}

export interface Signature {
  readonly code: Code;
  readonly notes: Notes;
  readonly parameters: readonly Member[];
  readonly returns: string;
}

export interface Member {
  /** The id on the page: `RetryOptions.budget`. */
  readonly id: string;
  readonly name: string;
  /** A type, or a signature of a method. */
  readonly codes: readonly Code[];
  readonly isOptional: boolean;
  readonly isInherited: boolean;
  /** The value of a parameter that is left out. */
  readonly standard: string | null;
  readonly notes: Notes;
}

/** What a docstring says. */
export interface Notes {
  readonly text: string;
  readonly deprecated: string | null;
  readonly standard: string | null;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  readonly see: readonly string[];
}
