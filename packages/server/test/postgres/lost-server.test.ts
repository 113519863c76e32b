import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { expect, it, onTestFinished } from "vitest";
import { demoLogins, startServer } from "../../src/index.ts";

/** What answers there were, by status and Retry-After. */
type Answers = Map<string, number>;

it("answers 503 while PostgreSQL is away, and serves again when it is back", async () => {
  const postgres = await startPrivatePostgres();
  onTestFinished(() => postgres.stop());
  const settings = { port: 0, demo: true, log_level: "silent", database_url: postgres.url, database_connections: 4 };
  const server = await startServer({ settings });
  onTestFinished(() => server.close());
  const token = await logIn(server.baseUrl);

  const answers: Answers = new Map();
  let running = true;
  const ask = async (path: string): Promise<number> => {
    const response = await fetch(server.baseUrl + path, { headers: { authorization: token } });
    await response.text();
    const key = [response.status, response.headers.get("retry-after") ?? ""].join(" ").trim();
    answers.set(key, (answers.get(key) ?? 0) + 1);
    return response.status;
  };
  const load = async (): Promise<void> => {
    while (running) await ask("/units/listing?per_page=5");
  };
  const until = async (status: number): Promise<void> => {
    while ((await ask("/tests/ping")) !== status);
  };
  const clients = Array.from({ length: 6 }, load);
  await until(200);
  await postgres.crash();
  await until(503);
  const started = performance.now();
  await postgres.restart();
  const ready = performance.now();
  await until(200);
  console.log(
    `PostgreSQL took ${Math.round(ready - started)} ms, then the server ${Math.round(performance.now() - ready)} ms`,
  );
  running = false;
  await Promise.all(clients);
  // A request under way when the server died may have had its answer cut: that is 503 as well, and nothing else is.
  expect([...answers.keys()].toSorted()).toEqual(["200", "503 1"]);
  expect(await ask("/units/listing?per_page=5")).toBe(200);
});

async function logIn(baseUrl: string): Promise<string> {
  const [login] = demoLogins;
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: login?.username, password: login?.password }),
  });
  return response.headers.get("authorization") ?? "";
}
