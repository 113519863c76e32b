import { describe, expect, test } from "vitest";
import { naming } from "../src/errors.ts";

function messageOf(subject: string, message: string): string {
  try {
    return naming(subject, () => {
      throw new Error(message);
    });
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

describe("an error", () => {
  test("gets its subject", () => {
    expect(messageOf("unitsGet", "the data is no list.")).toBe("unitsGet: the data is no list.");
  });

  test.each(["unitsGet has no success.", "Response 200 of unitsGet: no body.", "unitsGetHistory and unitsGet differ."])(
    "that names it stays as it is: %s",
    (message) => {
      expect(messageOf("unitsGet", message)).toBe(message);
    },
  );

  test.each(["unitsGetHistory links here.", "myunitsGet", "unitsGetunitsGet"])(
    "that has it in a longer name: %s",
    (message) => {
      expect(messageOf("unitsGet", message)).toBe(`unitsGet: ${message}`);
    },
  );
});
