import type { ContractCall } from "./contract-calls.ts";

/** A program in parts: what every use of a client begins with, and the calls. */
export interface TypeProgram {
  readonly name: string;
  readonly setUp: string;
  readonly calls: readonly string[];
  /** Text of any call, its result under `name`: its data and the code of its error are read. */
  readonly callText: (call: ContractCall, name: string) => string;
  readonly budgets?: TypeBudgets;
}

/** Most instantiations of the first call, and of 100 calls. */
export interface TypeBudgets {
  readonly first: number;
  readonly hundred: number;
}

const options = `{ baseUrl: "https://fleet.example.com/api/v1" }`;

/** The same calls in each client. The first two: a page of units, and the permission check with its path parameters. */
export const programs: readonly TypeProgram[] = [
  {
    name: "our client",
    setUp: `import { createFleetClient } from "@fleet-api/client";
      const fleet = createFleetClient(${options});`,
    calls: [
      `const first = await fleet.units.listing({ query: { page: 1 } }); if (first.ok) first.data[0]?.name;`,
      `const second = await fleet.auth.permission({ path: { resource: "units", action: "view" } }); if (second.ok) second.data.allow;`,
    ],
    callText: ({ group, method, input }, name) =>
      `const ${name} = await fleet.${group}.${method}(${optional(input)}); if (${name}.ok) ${name}.data; else ${name}.error.code;`,
    budgets: { first: 200, hundred: 20_000 },
  },
  {
    name: "openapi-fetch",
    setUp: `import createClient from "openapi-fetch"; import type { paths } from "@fleet-api/contract";
      const fleet = createClient<paths>(${options});`,
    calls: [
      `const first = await fleet.GET("/units/listing", { params: { query: { page: 1 } } }); first.data?.data[0]?.name;`,
      `const second = await fleet.GET("/auth/permission/{resource}/action/{action}", { params: { path: { resource: "units", action: "view" } } }); second.data?.data.allow;`,
    ],
    callText: ({ verb, path, input: { body, ...params } }, name) =>
      `const ${name} = await fleet.${verb}("${path}", ${JSON.stringify({ params, body })}); ${envelopeAndError(name)}`,
  },
  {
    name: "hey-api",
    setUp: `import { createClient } from "../hey-api/client/index.ts"; import * as sdk from "../hey-api/sdk.gen.ts";
      const client = createClient(${options});`,
    calls: [
      `const first = await sdk.unitsListing({ client, query: { page: 1 } }); first.data?.data[0]?.name;`,
      `const second = await sdk.authPermission({ client, path: { resource: "units", action: "view" } }); second.data?.data.allow;`,
    ],
    callText: ({ id, input }, name) =>
      `const ${name} = await sdk.${id}({ client, ${JSON.stringify(input).slice(1)}); ${envelopeAndError(name)}`,
  },
  {
    name: "redocly generate-client",
    setUp: `import { createClient, type Ops, OPERATIONS } from "../redocly/client.ts";
      const fleet = createClient<Ops>(OPERATIONS, { serverUrl: "https://fleet.example.com/api/v1", errorMode: "result" });`,
    calls: [
      `const first = await fleet.unitsListing({ query: { page: 1 } }); first.data?.data[0]?.name;`,
      `const second = await fleet.authPermission({ path: { resource: "units", action: "view" } }); second.data?.data.allow;`,
    ],
    callText: ({ id, input }, name) =>
      `const ${name} = await fleet.${id}(${optional(input)}); ${envelopeAndError(name)}`,
  },
];

function optional(input: object): string {
  return Object.keys(input).length === 0 ? "" : JSON.stringify(input);
}

function envelopeAndError(name: string): string {
  return `${name}.data?.data; ${name}.error?.code;`;
}
