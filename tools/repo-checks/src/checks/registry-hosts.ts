import { found, type Check } from "./check.ts";

const HOST =
  /\b(?:https?:\/\/)?(?:registry\.[a-z0-9-]+\.[a-z]+|npm\.pkg\.github\.com|[\w.-]*artifactory[\w.-]*\.[a-z]{2,})/i;
const LOCKED_URL = /\b(?:tarball|resolved):?\s+["']?https?:/;
const LATEST = /@latest\b|:\s*"?latest"?\s*[,}]?\s*$/;
const PINNED = /(^|\/)(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc|.*\.(ya?ml|sh|md)|run)$/;

/** No registry address in any file, and no version that means something else tomorrow. */
export const registryHosts: Check = {
  name: "registry-hosts",
  why: "whoever clones the repository installs from their own registry, and gets the versions that were tested",
  run(repo) {
    const files = repo.files.filter((file) => !/\.(png|ico|woff2?|jpg|gif|pdf|gz|tgz)$/.test(file));
    return found(
      files.flatMap((file) =>
        repo
          .read(file)
          .split("\n")
          .flatMap((text, index) => {
            const host = HOST.exec(text)?.[0] ?? LOCKED_URL.exec(text)?.[0];
            const message =
              host === undefined
                ? latestMessage(file, text)
                : `names the registry address "${host.trim()}"; leave it to the reader's configuration`;
            return message ? [{ file, line: index + 1, message }] : [];
          }),
      ),
    );
  },
};

function latestMessage(file: string, text: string): string | undefined {
  return PINNED.test(file) && LATEST.test(text) ? '"latest" is another version every day; pin one' : undefined;
}
