import { createAuth, type TokenSession } from "@fleet-api/auth";
import { createFleetClient, type FleetClientOptions, openapiFetchTransport } from "@fleet-api/client";
import type { paths } from "@fleet-api/contract";
import { request } from "@octokit/request";
import axios from "axios";
import ky from "ky";
import { createFetch } from "ofetch";
import createClient, { type Client } from "openapi-fetch";
import type { Contender } from "../race.ts";
import type { HeyApi, Redocly, GeneratedPeers } from "../generated-peers.ts";
import { baseUrl, listingQuery, loginBody, stubFetch, type Workload } from "./workload.ts";

type Fetch = ReturnType<typeof stubFetch>;

/** Names that the verdicts below the table refer to. */
export const names = {
  raw: "fetch(url)",
  openapiFetch: "openapi-fetch",
  client: "our client",
  clientOverOpenapiFetch: "our client (openapiFetchTransport)",
  clientWithAuth: "our client + auth",
  authFetch: "openapi-fetch + auth.bind()",
  authMiddleware: "openapi-fetch + auth.middleware()",
  heyApi: "hey-api",
  redocly: "redocly generate-client",
  redoclyTimeout: "redocly generate-client (timeout 30 s)",
  ofetch: "ofetch (retry 0)",
  octokit: "@octokit/request",
  ky: "ky (retry 0)",
  axios: "axios (fetch adapter)",
} as const;

/** Everybody who makes the call of a workload, the baseline first. Each call gives the parsed body or its data. */
export function peers(workload: Workload, { heyApi, redocly }: GeneratedPeers): Contender[] {
  const fetch = stubFetch(workload.answer);
  const get = workload.verb === "GET";
  return [
    ...(get ? rawGet(fetch) : rawPost(fetch)),
    openapiFetch(names.openapiFetch, createClient<paths>({ baseUrl, fetch }), get),
    fleet(names.client, { fetch }, get),
    fleet(names.clientOverOpenapiFetch, { fetch, transport: openapiFetchTransport }, get),
    fleet(names.clientWithAuth, session(fetch).bind(), get),
    openapiFetch(names.authFetch, createClient<paths>({ baseUrl, ...session(fetch).bind() }), get),
    openapiFetch(names.authMiddleware, withMiddleware(fetch), get),
    hey(heyApi, fetch, get),
    generatedByRedocly(names.redocly, redocly, {}, fetch, get),
    generatedByRedocly(names.redoclyTimeout, redocly, { timeout: 30_000 }, fetch, get),
    octokit(fetch, get),
    ...generalPurpose(fetch, get),
  ];
}

const listingUrl = `${baseUrl}/units/listing`;
const loginUrl = `${baseUrl}/auth/login`;

function rawGet(fetch: Fetch): Contender[] {
  const url = `${listingUrl}?${new URLSearchParams({ page: "1", per_page: "5" })}`;
  return [
    { name: names.raw, call: async () => (await fetch(url)).json() },
    { name: "fetch(new Request(url))", call: async () => (await fetch(new Request(url))).json() },
  ];
}

function rawPost(fetch: Fetch): Contender[] {
  const init = (): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(loginBody),
  });
  return [
    { name: names.raw, call: async () => (await fetch(loginUrl, init())).json() },
    { name: "fetch(new Request(url))", call: async () => (await fetch(new Request(loginUrl, init()))).json() },
  ];
}

function openapiFetch(name: string, client: Client<paths>, get: boolean): Contender {
  return {
    name,
    call: get
      ? async () => (await client.GET("/units/listing", { params: { query: listingQuery } })).data
      : async () => (await client.POST("/auth/login", { body: loginBody })).data,
  };
}

function fleet(name: string, options: Omit<FleetClientOptions, "baseUrl">, get: boolean): Contender {
  const client = createFleetClient({ baseUrl, ...options });
  return {
    name,
    call: get
      ? async () => client.units.listing({ query: listingQuery }).orThrow()
      : async () => client.auth.login({ body: loginBody }).orThrow(),
  };
}

/**
 * A session with a token. Its login is moved elsewhere and nothing is public, because the contract has no operation
 * yet that takes both a token and a body: so the post is a call like any other, and not a login.
 */
function session(fetch: Fetch): TokenSession {
  const auth = createAuth({ baseUrl, fetch, loginPath: "/auth/elsewhere", optionalOperations: [] });
  auth.adopt("f1.1.demo-token-of-the-usual-length-0123456789abcdefghijk");
  return auth;
}

function withMiddleware(fetch: Fetch): Client<paths> {
  const auth = session(fetch);
  const client = createClient<paths>({ baseUrl, fetch, Request: auth.Request });
  client.use(auth.middleware());
  return client;
}

function hey(heyApi: HeyApi, fetch: Fetch, get: boolean): Contender {
  const client = heyApi.createClient({ baseUrl, fetch });
  return {
    name: names.heyApi,
    call: get
      ? async () => (await heyApi.unitsListing({ client, query: listingQuery })).data
      : async () => (await heyApi.authLogin({ client, body: loginBody })).data,
  };
}

function generatedByRedocly(
  name: string,
  { createClient: create, OPERATIONS }: Redocly,
  options: object,
  fetch: Fetch,
  get: boolean,
): Contender {
  const client = create(OPERATIONS, { serverUrl: baseUrl, fetch, errorMode: "result", ...options });
  return {
    name,
    call: get
      ? async () => (await client.unitsListing({ query: listingQuery })).data
      : async () => (await client.authLogin({ body: loginBody })).data,
  };
}

function octokit(fetch: Fetch, get: boolean): Contender {
  const send = request.defaults({ baseUrl, request: { fetch } });
  return {
    name: names.octokit,
    call: get
      ? async () => (await send("GET /units/listing", listingQuery)).data
      : async () => (await send("POST /auth/login", loginBody)).data,
  };
}

function generalPurpose(fetch: Fetch, get: boolean): Contender[] {
  const ofetch = createFetch({ fetch, Headers, AbortController });
  const kyClient = ky.create({ prefix: baseUrl, fetch, retry: 0 });
  const axiosClient = axios.create({ baseURL: baseUrl, adapter: "fetch", env: { fetch } });
  const ofetchOptions = { baseURL: baseUrl, retry: 0 } as const;
  return get
    ? [
        { name: names.ofetch, call: () => ofetch("/units/listing", { ...ofetchOptions, query: listingQuery }) },
        { name: names.ky, call: () => kyClient.get("units/listing", { searchParams: listingQuery }).json() },
        {
          name: names.axios,
          call: async () => (await axiosClient.get("/units/listing", { params: listingQuery })).data,
        },
      ]
    : [
        {
          name: names.ofetch,
          call: () => ofetch("/auth/login", { ...ofetchOptions, method: "POST", body: loginBody }),
        },
        { name: names.ky, call: () => kyClient.post("auth/login", { json: loginBody }).json() },
        { name: names.axios, call: async () => (await axiosClient.post("/auth/login", loginBody)).data },
      ];
}
