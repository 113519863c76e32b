/** What a caller changes after a call plays no part in it. */
import { expect, test } from "vitest";
import { memoryStore } from "../src/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const plain: Handler = ({ operation }) => respond(200, operation === login ? { token: "L1" } : {});

test("a URL object that changes after the call takes no replay to another origin", async () => {
  const { session, seen } = setUp(({ operation, token }) =>
    operation === login ? respond(200, { token: "L2" }) : respond(token === "old" ? 401 : 200),
  );
  session.adopt("old", { user: credentials.username });
  const url = new URL(units);
  const call = session.fetch(url);
  url.host = "cdn.example.org";
  await call;
  expect(seen.filter(({ request, token }) => !request.url.startsWith(baseUrl) && token !== undefined)).toEqual([]);
});

test("calls in a loop with one URL object each get their own page, also while the first login is under way", async () => {
  const { session, seen } = setUp(plain);
  const url = new URL(units);
  const calls = [1, 2, 3].map((page) => {
    url.searchParams.set("page", String(page));
    return session.fetch(url);
  });
  await Promise.all(calls);
  expect(seen.slice(1).map(({ operation }) => operation.slice(-1))).toEqual(["1", "2", "3"]);
});

test.each(["login(form)", "the option credentials"])(
  "a token is stored as that of the user who logged in, also if %s changes meanwhile",
  async (which) => {
    const gate = deferred();
    const store = memoryStore();
    const form = { username: "anna", password: "pw" };
    const isOption = which !== "login(form)";
    const anna = setUp(async (seen) => (seen.operation === login && (await gate.promise), plain(seen)), {
      store,
      credentials: isOption ? form : undefined,
    });
    const done = anna.session.login(isOption ? undefined : form);
    await settle();
    form.username = "ben";
    gate.resolve();
    await done;
    await anna.session.flush();
    const ben = setUp(plain, { store, credentials: { username: "ben", password: "x" } });
    expect(await codeOf(ben.session.fetch(units))).toBe("user_changed");
  },
);

test("a form that is cleared right after login(form) is sent as it was", async () => {
  const sent: unknown[] = [];
  const { session } = setUp(async (seen) => {
    if (seen.operation === login) sent.push(await seen.request.clone().json());
    return plain(seen);
  });
  const form = { username: "anna", password: "pw" };
  const done = session.login(form);
  form.password = "";
  await done;
  expect(sent).toEqual([{ username: "anna", password: "pw" }]);
});

test("signal: null takes away the signal of a Request, as in fetch", async () => {
  const gate = deferred();
  const { session } = setUp(async (seen) => (seen.operation === login && (await gate.promise), plain(seen)));
  const controller = new AbortController();
  const call = codeOf(session.fetch(new Request(units, { signal: controller.signal }), { signal: null }));
  await settle();
  controller.abort();
  gate.resolve();
  expect(await call).toBe("resolved");
});
