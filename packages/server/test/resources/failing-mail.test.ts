import { describe, expect, it } from "vitest";
import { startServer } from "../../src/index.ts";
import { newDatabase } from "../support/db.ts";

const failures: [string, () => unknown][] = [
  ["throws", () => expect.unreachable("mail server away")],
  ["rejects", () => Promise.reject(new Error("mail server away"))],
];

describe("a server whose onMessage", () => {
  it.each(failures)("%s starts and answers as if it did not", async (_how, onMessage) => {
    const { settings, remove } = await newDatabase();
    const lines: string[] = [];
    const server = await startServer({
      settings: { ...settings, port: 0, demo: true, log_level: "error" },
      onMessage,
      writeLog: (line) => lines.push(line),
    });
    const ask = async (email: string): Promise<number> => {
      const response = await fetch(`${server.baseUrl}/auth/password/reset/request`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      await response.text();
      return response.status;
    };
    expect(await ask("demo-read-only@example.com")).toBe(200);
    expect(await ask("nobody@example.com")).toBe(200);
    expect(lines.filter((line) => line.includes("message not delivered"))).toHaveLength(2);
    await server.close();
    await remove();
  });
});
