import { describe, expect, it } from "vitest";
import { quickStart } from "../src/quick-start.ts";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

describe("quick start", () => {
  it("takes up every rotation and ends with the newest token", async () => {
    const lines: string[] = [];
    server().rotateAfter(0);
    await quickStart({ baseUrl: server().baseUrl, ...admin, print: (line) => lines.push(line) });
    expect(lines.filter((line) => line.startsWith("Page "))).toHaveLength(6);
    expect(lines.join("\n")).toMatch(/has 31 fields/);
    // Permission check, six pages and the reading of the token itself: each is answered with a newer token.
    expect(lines.join("\n")).toContain("replaced the token 8 times");
    expect(lines.at(-1)).toBe("The newest token is held.");
    expect(lines.join("\n")).not.toMatch(/f1\.\d+\./);
  });

  it("fails when the password is wrong, and says why", async () => {
    const wrong = quickStart({ baseUrl: server().baseUrl, ...admin, password: "not-the-password", print: () => {} });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_credentials", status: 401 });
  });
});
