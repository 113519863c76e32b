import { createAuth, memoryStore, type AuthOptions, type TokenSession } from "@fleet-api/auth";
import axios from "axios";
import ky from "ky";
import { describe, expect, test } from "vitest";
import { axiosWithSession } from "../src/examples/axios.ts";
import { fleetClient } from "../src/examples/fleet-client.ts";
import { kyWithSession } from "../src/examples/ky.ts";
import type { Listed } from "../src/examples/listed.ts";
import { openapiFetchBind } from "../src/examples/openapi-fetch-bind.ts";
import { openapiFetchMiddleware } from "../src/examples/openapi-fetch-middleware.ts";
import { plainFetch } from "../src/examples/plain-fetch.ts";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

const examples: readonly [string, (options: AuthOptions) => Promise<Listed>][] = [
  ["openapi-fetch, bind()", openapiFetchBind],
  ["openapi-fetch, middleware()", openapiFetchMiddleware],
  ["our client", fleetClient],
  ["ky", kyWithSession],
  ["axios", axiosWithSession],
  ["plain fetch", plainFetch],
];

describe("examples: all units over several pages, while every answer brings a newer token", () => {
  test.each(examples)("%s", async (_name, example) => {
    const { baseUrl, rotateAfter } = server();
    // The store lets the test see which token was held at the end; the example hands it to nobody.
    const store = memoryStore();
    rotateAfter(0);
    const { units, rotations } = await example({ baseUrl, credentials: admin, store });
    expect(units).toBe(126);
    expect(rotations).toBeGreaterThanOrEqual(2);

    rotateAfter("default");
    const record = await store.read();
    const authorization = `bearer ${record?.token}`;
    const response = await fetch(`${baseUrl}/auth/token`, { headers: { authorization } });
    expect(response.headers.get("authorization")).toBeNull();
    expect(await response.json()).toMatchObject({ data: { token: authorization } });
  });
});

type Post = (session: TokenSession, baseUrl: string, body: object) => Promise<unknown>;

const posts: readonly [string, Post][] = [
  [
    "axios, which makes its requests with the Request of the session",
    (session, baseURL, body) => axios.create({ baseURL, adapter: "fetch", env: session.bind() }).post("/units", body),
  ],
  [
    "ky, which makes its own and repeats them itself, when 401 is among its retry codes",
    (session, prefix, body) => {
      const retry = { methods: ["post" as const], statusCodes: [401], delay: () => 0 };
      return ky.create({ prefix, fetch: session.fetch, retry }).post("units", { json: body }).json();
    },
  ],
];

describe("a call with a body after a 401: one login, and the same bytes once more", () => {
  test.each(posts)("%s", async (_name, post) => {
    const baseUrl = "https://fleet.example.com/api/v1";
    const body = { name: "Unit 1", note: "once more" };
    const received: string[] = [];
    await using session = createAuth({
      baseUrl,
      login: async () => "T1",
      async fetch(input, init) {
        const request = new Request(input, init);
        received.push(await request.text());
        return Response.json({}, { status: request.headers.get("authorization") === "bearer T1" ? 200 : 401 });
      },
    });
    session.adopt("T0");
    await post(session, baseUrl, body);
    expect(received).toEqual([JSON.stringify(body), JSON.stringify(body)]);
    expect(session.stats().logins).toBe(1);
  });
});
