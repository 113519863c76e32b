import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { cookieStore } from "../../src/stores/cookie/cookie-store.ts";
import { encrypted } from "../../src/stores/encrypted/encrypted.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { storeConformance, type StoreSubject } from "../../src/testing/index.ts";
import { folder } from "./support/folder.ts";

const key = new Uint8Array(32).fill(7);

const subjects: Record<string, StoreSubject> = {
  memory: {
    create() {
      const store = memoryStore();
      return { open: () => store };
    },
  },
  file: {
    create() {
      const place = folder();
      const path = place.at("new/session.json");
      return {
        open: () => fileStore(path),
        damage: () => writeFile(path, "{"),
        remove: () => place[Symbol.asyncDispose](),
      };
    },
  },
  "encrypted file": {
    create() {
      const place = folder();
      return {
        open: () => encrypted(fileStore(place.at("session.json")), key),
        remove: () => place[Symbol.asyncDispose](),
      };
    },
  },
  cookie: {
    handles: "single",
    longestToken: 2_000,
    create() {
      let cookie: string | undefined;
      return { open: () => cookieStore({ get: () => cookie, set: (value) => void (cookie = value) }) };
    },
  },
};

describe.each(Object.entries(subjects))("%s store", (_name, subject) => {
  for (const { id, title, run } of storeConformance(subject))
    test(`${id} ${title}`, () => expect(run()).resolves.toBeUndefined());
});
