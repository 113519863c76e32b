import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const packages = new URL("../../../packages/", import.meta.url);

test("auth and client read HTTP dates in the same way: auth depends on nothing, so the text is there twice", async () => {
  const [auth, client] = await Promise.all(
    ["auth/src/http-date.ts", "client/src/retry/http-date.ts"].map((path) => readFile(new URL(path, packages), "utf8")),
  );
  expect(auth).toContain("RFC 9110");
  expect(auth).toBe(client);
});
