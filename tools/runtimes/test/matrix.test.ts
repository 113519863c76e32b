import { describe, expect, it } from "vitest";
import { judgeInstall, LISTED, listedFor, MATRIX } from "../src/matrix.ts";

const NO_DNS = "Failed to fetch a.tgz: client error (Connect): dns error: error resolving DNS";
const REFUSED = "Failed to fetch a.tgz: client error (Connect): tcp connect error: Connection refused (os error 111)";
const EXACT = /^\d+\.\d+\.\d+$/;

describe("the matrix", () => {
  it("has what is for every machine, and what is for this one", () => {
    const somewhere = { "bun-linux-x64": "npm:@oven/bun-linux-x64@1.2.3", "bun-linux-arm64": "npm:other@1.2.3" };
    expect(listedFor("linux-x64", { "typescript-5": "npm:typescript@5.9.3" }, somewhere)).toEqual({
      "typescript-5": { version: "5.9.3", folder: expect.stringContaining("typescript-5") },
      bun: { version: "1.2.3", folder: expect.stringMatching(/node_modules.bun-linux-x64$/) },
    });
  });

  it("has each runtime in one version on all machines, exact", async () => {
    const { default: manifest } = await import(`${MATRIX}/package.json`, { with: { type: "json" } });
    const pins: Record<string, string> = { ...manifest.dependencies, ...manifest.optionalDependencies };
    const versions = new Map<string, Set<string>>();
    for (const [alias, pin] of Object.entries(pins)) {
      const name = alias.replace(/-(?:linux|darwin|win32)-.*$/, "");
      versions.set(name, new Set([...(versions.get(name) ?? []), pin.replace(/^npm:.+@/, "")]));
    }
    expect([...versions.keys()].toSorted()).toEqual(
      ["bun", "deno", "node-20", "node-22", "typescript-5", "typescript-6", "workerd"].toSorted(),
    );
    const flawed = [...versions].filter(([, all]) => all.size !== 1 || ![...all].every((each) => EXACT.test(each)));
    expect(flawed).toEqual([]);
    expect(LISTED["typescript-5"]?.version).toMatch(/^5\./);
  });
});

describe("its install", () => {
  const end = (code: number, stdout: string) => ({ code, stdout, stderr: "" });

  it("is fine when pnpm ended well and nothing is missing", () => {
    expect(judgeInstall(end(0, "Done"), [])).toBeUndefined();
  });

  it.each([NO_DNS, REFUSED, "request to a failed, reason: getaddrinfo EAI_AGAIN a"])(
    "is let go without a network: %s",
    (words) => {
      expect(judgeInstall(end(1, words), ["bun"])).toMatch(/registry cannot be reached/);
      expect(judgeInstall(end(0, `[WARN] bun could not be fetched. Excluding it.\n${words}`), ["bun"])).toMatch(
        /reached/,
      );
    },
  );

  it.each([
    "ERR_PNPM_FETCH_404: Not Found",
    "ERR_PNPM_OUTDATED_LOCKFILE",
    "ENOSPC: no space left on device",
    "client error (Connect): invalid peer certificate",
    `[WARN] GET a.tgz error (${NO_DNS}) - 1\nWill retry in 1s.\nERR_PNPM_FETCH_404: Not Found`,
  ])("fails for any other reason, and tells it: %s", (words) => {
    expect(() => judgeInstall(end(1, words), ["bun", "deno"])).toThrow(`lacks bun, deno:\n${words}`);
  });

  it("fails when pnpm left something out and gave no reason", () => {
    expect(() => judgeInstall(end(0, "Done"), ["bun"])).toThrow("lacks bun:\nDone");
    expect(() => judgeInstall(end(1, "broken"), [])).toThrow("lacks nothing, but its install failed:\nbroken");
  });
});
