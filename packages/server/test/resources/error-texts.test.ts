/** The errors of single operations: what the service sends is what the examples of the contract show. */
import type { Verb } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import type { Problem } from "@fleet-api/contract";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const { paths } = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** What the contract shows of a problem of an operation. */
function example(path: string, verb: Verb, status: number, code: string): Problem {
  const media = paths[path]?.[verb]?.responses[status]?.content?.["application/problem+json"];
  const found = media?.examples?.[code];
  if (found === undefined) throw new Error(`${verb} ${path} has no example of ${code}.`);
  return Object(found.value);
}

/** The members that are the same in every answer of this kind. */
function lasting({ type, title, status, detail, code }: Problem) {
  return { type, title, status, detail, code };
}

describe("the service sends what the example of the contract says", () => {
  const service = useService();
  /** What the contract shows for an answer. */
  const shown = ({ body }: Answer<unknown>, path: string, verb: Verb) =>
    lasting(example(path, verb, body.status, body.code));

  it("of a wrong password", async () => {
    const body = { username: "demo-partner-admin", password: "wrong" };
    const answer = await service.call("POST", "/auth/login", { body });
    expect(lasting(answer.body)).toEqual(shown(answer, "/auth/login", "post"));
  });

  it("of an unknown and of a used reset token", async () => {
    const path = "/auth/password/reset";
    const reset = (token: string) => service.call("POST", path, { body: { token, password: "long enough" } });
    const unknown = await reset("unknown-token");
    expect(lasting(unknown.body)).toEqual(shown(unknown, path, "post"));
    const email = "demo-read-only@example.com";
    await service.call("POST", "/auth/password/reset/request", { body: { email } });
    const token = String(service.messages.at(-1)?.payload.token);
    expect((await reset(token)).status).toBe(200);
    const used = await reset(token);
    expect(lasting(used.body)).toEqual(shown(used, path, "post"));
  });

  it("of an unknown registration", async () => {
    const path = "/auth/registration/{registration_token}";
    const answer = await service.call("GET", path.replace(/\{.*\}/, "unknown-token"));
    expect(lasting(answer.body)).toEqual(shown(answer, path, "get"));
  });

  it("of a registration whose username is taken", async () => {
    const token = service.messages.find(({ kind }) => kind === "registration")?.payload.token;
    const body = { registration_token: token, username: "demo-read-only", password: "long enough" };
    const complete = { ...body, first_name: "New", last_name: "User" };
    const path = "/auth/register/complete";
    const answer = await service.call("POST", path, { body: complete });
    expect(lasting(answer.body)).toEqual(shown(answer, path, "post"));
  });

  it("of an unknown permission, with all actions of its resource", async () => {
    const path = "/auth/permission/{resource}/action/{action}";
    const answer = await service.call("GET", "/auth/permission/units/action/fly", { token: await service.login() });
    expect(lasting(answer.body)).toEqual(shown(answer, path, "get"));
    expect(answer.body.instance).toBe(example(path, "get", 404, "unknown_permission").instance);
  });

  it("of too many attempts, but for the time to wait", async () => {
    const body = { username: "demo-client-east", password: "wrong" };
    const attempts = Array.from({ length: 11 }, () => service.call("POST", "/auth/login", { body }));
    const refused = (await Promise.all(attempts)).find(({ status }) => status === 429);
    const limit = example("/auth/login", "post", 429, "too_many_requests");
    const waiting = (problem: Problem) => ({ ...lasting(problem), detail: problem.detail.replace(/\d+ s/, "n s") });
    expect(refused && waiting(refused.body)).toEqual(waiting(limit));
  });
});
