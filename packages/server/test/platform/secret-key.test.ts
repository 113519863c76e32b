import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandom } from "../../src/platform/index.ts";
import { parseConfig } from "../../src/platform/node.ts";
import { readSecretKey } from "../../src/platform/secret-key.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();

it("is made once for a data directory, for its owner alone", () => {
  const data = directory();
  const config = parseConfig({ data });
  const key = readSecretKey(config, systemRandom);
  expect(key).toHaveLength(32);
  expect(Buffer.from(readSecretKey(config, systemRandom))).toEqual(Buffer.from(key));
  expect(readdirSync(data)).toEqual(["secret.key"]);
  expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
});

it.each(["", "short", "not base64url!"])("is refused when its file holds %j, which stays as it is", (text) => {
  const data = directory();
  writeFileSync(join(data, "secret.key"), text);
  expect(() => readSecretKey(parseConfig({ data }), systemRandom)).toThrow(/^secret_key: the file .* holds no key/);
  expect(readFileSync(join(data, "secret.key"), "utf8")).toBe(text);
});

it("is the setting where there is one, and no file is made then", () => {
  const data = directory();
  const secret_key = Buffer.alloc(32, 7).toString("base64");
  expect(Buffer.from(readSecretKey(parseConfig({ data, secret_key }), systemRandom))).toEqual(Buffer.alloc(32, 7));
  expect(existsSync(join(data, "secret.key"))).toBe(false);
  for (const wrong of ["", "c2hvcnQ=", 7]) expect(() => parseConfig({ secret_key: wrong })).toThrow(/openssl rand/);
});
