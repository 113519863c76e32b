import { foldCase } from "../../src/platform/fold-case.ts";

/** What a search looks into: strings as they are, and identifiers without their spaces and hyphens. */
interface Searched {
  readonly texts: readonly (string | null)[];
  readonly identifiers?: readonly (string | null)[];
}

const hyphensOnly = /^[\u2010-\u2015-]+$/;

/** A string in the form in which identifiers are compared. */
export function compact(text: string): string {
  return foldCase(text).replaceAll(/[\p{White_Space}\u2010-\u2015-]+/gu, "");
}

/** Whether a search finds a record: it has all words of `q`, each of them anywhere. */
export function isFound(q: string, { texts, identifiers = [] }: Searched): boolean {
  // They separate the strings of a record, and mark its identifiers.
  if (["\u0001", "\u0002"].some((mark) => q.includes(mark))) return false;
  const words = q.split(/\p{White_Space}+/u).filter((word) => word !== "");
  const spoken = words.filter((word) => !hyphensOnly.test(word));
  return (spoken.length === 0 ? words : spoken).every((word) => {
    const short = compact(word);
    return (
      texts.some((text) => text !== null && foldCase(text).includes(foldCase(word))) ||
      (short !== "" && identifiers.some((one) => one !== null && compact(one).includes(short)))
    );
  });
}
