import { FORBIDDEN_WORDS, type ForbiddenWord } from "../config/forbidden-words.ts";
import { found, type Check } from "./check.ts";

/** Files that are not prose or code of ours, or hold the words on purpose. */
const UNREAD = /^pnpm-lock\.yaml$|\.(png|ico|woff2?|jpg|gif|pdf|gz|tgz)$/;

/** Builds the check over a list of words; the repository's own list is `FORBIDDEN_WORDS`. */
export function forbiddenWordsCheck(words: readonly ForbiddenWord[]): Check {
  return {
    name: "forbidden-words",
    why: "text that is true on one machine or one day only does not belong into the repository",
    run(repo) {
      const files = repo.files.filter((file) => !UNREAD.test(file));
      return found(
        files.flatMap((file) => {
          const active = words.filter((word) => word.files?.test(file) ?? true);
          return repo
            .read(file)
            .split("\n")
            .flatMap((text, index) =>
              active.flatMap((word) => {
                const match = word.pattern.exec(text)?.[0].trim();
                return match === undefined
                  ? []
                  : [{ file, line: index + 1, subject: match, message: `"${match}": ${word.reason}` }];
              }),
            );
        }),
      );
    },
  };
}

export const forbiddenWords: Check = forbiddenWordsCheck(FORBIDDEN_WORDS);
