import { describe, expect, test } from "vitest";
import { readArguments } from "../src/arguments.ts";
import { sectionNames } from "../src/report/section.ts";

describe("readArguments", () => {
  test("takes sections in the order of the bench, all of them without a name", () => {
    expect(readArguments(["size", "client"])).toEqual({ sections: ["client", "size"], json: false });
    expect(readArguments(["--", "stalls", "--json"])).toEqual({ sections: ["stalls"], json: true });
    expect(readArguments([])).toEqual({ sections: sectionNames, json: false });
  });

  test.each([[["nonsense"]], [["--", "nonsense"]], [["size", "nonsense"]], [["--nonsense"]], [["--nonsense=1"]]])(
    "refuses %j",
    (words) => {
      expect(() => readArguments(words)).toThrow(
        /nonsense" is not a section of the bench; the sections are client, auth, size, validators, types, codegen, server, scale, stalls, docs\./,
      );
    },
  );
});
