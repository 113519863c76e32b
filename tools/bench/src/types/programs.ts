/** A program in two parts: what every use of a client begins with, and the calls. */
export interface TypeProgram {
  readonly name: string;
  readonly setUp: string;
  readonly calls: readonly string[];
  /** Most instantiations of the first call. */
  readonly budget?: number;
}

const options = `{ baseUrl: "https://fleet.example.com/api/v1" }`;

/** The same two calls in each client: a page of units, and the permission check with its path parameters. */
export const programs: readonly TypeProgram[] = [
  {
    name: "our client",
    setUp: `import { createFleetClient } from "@fleet-api/client";
      const fleet = createFleetClient(${options});`,
    calls: [
      `const first = await fleet.units.listing({ query: { page: 1 } }); if (first.ok) first.data[0]?.name;`,
      `const second = await fleet.auth.permission({ path: { resource: "units", action: "view" } }); if (second.ok) second.data.allow;`,
    ],
    budget: 200,
  },
  {
    name: "openapi-fetch",
    setUp: `import createClient from "openapi-fetch"; import type { paths } from "@fleet-api/contract";
      const fleet = createClient<paths>(${options});`,
    calls: [
      `const first = await fleet.GET("/units/listing", { params: { query: { page: 1 } } }); first.data?.data[0]?.name;`,
      `const second = await fleet.GET("/auth/permission/{resource}/action/{action}", { params: { path: { resource: "units", action: "view" } } }); second.data?.data.allow;`,
    ],
  },
  {
    name: "hey-api",
    setUp: `import { createClient } from "../hey-api/client/index.ts"; import { authPermission, unitsListing } from "../hey-api/sdk.gen.ts";
      const client = createClient(${options});`,
    calls: [
      `const first = await unitsListing({ client, query: { page: 1 } }); first.data?.data[0]?.name;`,
      `const second = await authPermission({ client, path: { resource: "units", action: "view" } }); second.data?.data.allow;`,
    ],
  },
];
