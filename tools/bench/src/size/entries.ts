import { operations } from "@fleet-api/contract/operations";

/** A program to be bundled, and how large it may be. */
export interface Entry {
  readonly name: string;
  /** Module text; imports are resolved from this package. */
  readonly code: string;
  /** Whether what it loads later, with `import()`, is a file of its own, which does not count. @default false */
  readonly splits?: boolean;
  /** Most bytes after gzip. */
  readonly budget?: number;
}

const baseUrl = `const baseUrl = "https://fleet.example.com/api/v1";`;

const client = `import { createFleetClient } from "@fleet-api/client";`;
const auth = `import { createAuth } from "@fleet-api/auth";`;
const core = `import { createCore } from "@fleet-api/client/core";`;
/** The names of all operations are part of every client, 6 to 8 bytes each. */
const ofOperations = 8 * Object.keys(operations).length;
const call = `console.log(await fleet.units.listing({ query: { page: 1 } }));`;

/**
 * What we publish; a kilobyte is 1000 bytes. The budgets stand just above what there is, so that growth is noticed.
 */
export const ours: readonly Entry[] = [
  { name: "contract, root entry", code: `export * from "@fleet-api/contract";`, budget: 0 },
  {
    name: "contract/validators, one operation",
    code: `import * as request from "@fleet-api/contract/validators/request/unitsListing";
      import * as response from "@fleet-api/contract/validators/response/unitsListing"; console.log(request, response);`,
    // From 8,800: names and searches know what nobody sees. From 8,900: lists by ids and external_id, and the state of a unit.
    // From 9,200: the vehicle of a unit.
    budget: 9400,
  },
  // An alarm, not a goal: the size follows from clean code, and this says when to look. Raised from 7,500 when stores,
  // keep-alive and changes of the user became part of every session, which all exports of auth together had 9.2 kB for.
  // From 15,000: calls to a plain URL are read without URL parser and Headers, which halves what a session costs. From
  // 15,500, with the bundles below that have a session: any fetch, bodies as they were when their call was made, logins from a
  // cache, and whose session a store holds (2.6 kB); the table of rules for what a store holds, records of other services and
  // versions, stores that hang (2.0 kB); logins whose tokens are refused, and requests that end in Workers (1.5 kB);
  // a store that failed is tried again (0.2 kB).
  { name: "auth, one session", code: `${auth} ${baseUrl} console.log(createAuth({ baseUrl }));`, budget: 22_650 },
  // Raised from 11,600: the client reads the table of operations when they are used. That is 0.2 kB more with the
  // operations there are, and 60 % less of each further one. From 11,700: successes without a body, such as 304.
  // From 11,800, and the two of core from 5,050 and 7,500: lists in paths and headers, and refusals of what they cannot
  // carry. From 12,100 and 26,100: 22 operations instead of 11 are 0.2 kB, 18 bytes each, and operations that take an
  // Idempotency-Key need 0.4 kB that makes and checks the keys. From 12,700 and 26,500, and those of core from 5,300 and
  // 7,800: calls are promises, every client makes keys, and calls go by `fetch` alone, for which openapi-fetch is no more
  // needed but for `raw`; what a middleware copies keeps its headers, a call ends whatever a
  // middleware does, and input is what it was when the call was made. Lowered by 0.4 kB, and those of lists, when
  // `complete` and `resume` became an entry of their own. From 13,600 and 27,700: 41 operations instead of 22. From 14,000
  // and 28,100, those of core from 6,850 and 9,350, and that of streams from 5,850: failures of networks are told from
  // mistakes by a list of what platforms throw (1.2 kB), a response keeps its head when its body fails, and a body that
  // nobody waits for is cancelled; a list goes on after short pages, with proof of where their rows belong (1.6 kB). From
  // 17,100 and 31,250, and those of core from 8,800 and 12,400: redirected writes are found without `redirected`, requests of
  // one call at once have heads of their own, checks of `raw` hold with any fetch, and hostile errors and bodies end no call
  // and no process (0.35 kB, 0.4 with `raw`). From 17,270 besides the operations: two lists written with commas.
  // From 17,300 and 38,500 besides the operations: those of vehicles have longer names. From 17,350 and 38,550: the parameters
  // of positions (0.3 kB), most of them lists; lists by cursor, and operations that are safe to repeat (0.2 kB). From 17,900 and
  // 39,100: streams (0.5 kB); what reads events, 3.2 kB more, is loaded with the first one, and two files compress less well.
  {
    name: "our client, one GET",
    code: `${client} ${baseUrl} const fleet = createFleetClient({ baseUrl }); ${call}`,
    splits: true,
    budget: 18_800 + ofOperations,
  },
  {
    name: "our client + auth, one GET",
    code: `${client} ${auth} ${baseUrl} const fleet = createFleetClient({ baseUrl, ...createAuth({ baseUrl }).bind() }); ${call}`,
    splits: true,
    budget: 40_250 + ofOperations,
  },
  {
    name: "client/core, one operation",
    code: `${core} import { testsPing } from "@fleet-api/client/operations";
      ${baseUrl} console.log(await testsPing(createCore({ baseUrl })));`,
    // Raised from 9,050, with the four below: a core opens streams (0.15 kB); what reads events comes with an operation that has one.
    budget: 9250,
  },
  {
    name: "client/core, one list",
    code: `${core} import { unitsListing } from "@fleet-api/client/operations";
      ${baseUrl} console.log(await unitsListing(createCore({ baseUrl }), { query: { page: 1 } }));`,
    // Raised from 12,750: lists by ids and external_id, and with their state. From 12,800, with the two below that have a list:
    // the items of a list by cursor are in a member of its data.
    budget: 13_150,
  },
  {
    name: "client/core + auth, one list",
    code: `${core} ${auth} import { unitsListing } from "@fleet-api/client/operations"; ${baseUrl}
      const { fetch } = createAuth({ baseUrl });
      console.log(await unitsListing(createCore({ baseUrl, fetch }), { query: { page: 1 } }));`,
    budget: 34_850,
  },
  {
    name: "client/core + auth + retries, one GET",
    code: `${core} ${auth} import { testsPing } from "@fleet-api/client/operations";
      import { retry } from "@fleet-api/client/retry"; ${baseUrl}
      const { fetch } = createAuth({ baseUrl });
      console.log(await testsPing(createCore({ baseUrl, fetch, use: [retry()] })));`,
    budget: 31_850,
  },
  {
    name: "client/core, one list + client/paginate",
    code: `${core} import { unitsListing } from "@fleet-api/client/operations";
      import { paginate } from "@fleet-api/client/paginate";
      ${baseUrl} for await (const unit of paginate(unitsListing(createCore({ baseUrl })), { complete: true })) console.log(unit);`,
    budget: 13_950,
  },
  // Raised from 5,600: `sync`, which lists do not bring along; half of it is results, which every client has already. From
  // 6,500: `follow`; half of it is `Retry-After`, timers and what may be retried, which every client with retries has already.
  { name: "client/paginate", code: `export * from "@fleet-api/client/paginate";`, budget: 8250 },
  { name: "client/retry", code: `export * from "@fleet-api/client/retry";`, budget: 2800 },
  // Raised from 5,200: streams read the dates of Retry-After as all others do, in each of their three forms. From 7,200:
  // `readCsv`, which events and downloads do not bring along; on its own, it is 3.4 kB. From 9,450: it knows the 41 columns
  // of an import of vehicles; from 9,700: and the 26 of drivers; from 9,900: and those of positions; from 10,050: heartbeats show that
  // a stream works.
  { name: "client/streams", code: `export * from "@fleet-api/client/streams";`, budget: 10_100 },
  // Raised from 5,200: structured fields are read by a library, which is 1.1 kB more than our own reader was.
  { name: "client/observe", code: `export * from "@fleet-api/client/observe";`, budget: 6600 },
  // Raised from 1,850: errors that throw when they are read; from 1,900: tags name the time of the last change.
  { name: "client/conditional", code: `export * from "@fleet-api/client/conditional";`, budget: 2000 },
];

/** The others, each with one GET. hey-api and Redocly have to be generated first. */
export const peers: readonly Entry[] = [
  { name: "fetch", code: `console.log(await (await fetch("/units/listing?page=1")).json());` },
  {
    name: "openapi-fetch",
    code: `import createClient from "openapi-fetch"; ${baseUrl}
      console.log(await createClient({ baseUrl }).GET("/units/listing", { params: { query: { page: 1 } } }));`,
  },
  {
    name: "hey-api",
    code: `import { unitsListing } from "./dist/hey-api/sdk.gen.ts"; console.log(await unitsListing({ query: { page: 1 } }));`,
  },
  {
    name: "redocly generate-client",
    code: `import { unitsListing } from "./dist/redocly/client.ts"; console.log(await unitsListing({ query: { page: 1 } }));`,
  },
  {
    name: "@octokit/request",
    code: `import { request } from "@octokit/request"; ${baseUrl}
      console.log(await request("GET /units/listing", { baseUrl, page: 1 }));`,
  },
  {
    name: "ofetch",
    code: `import { ofetch } from "ofetch"; console.log(await ofetch("/units/listing", { query: { page: 1 } }));`,
  },
  {
    name: "ky",
    code: `import ky from "ky"; console.log(await ky.get("units/listing", { searchParams: { page: 1 } }).json());`,
  },
  {
    name: "axios",
    code: `import axios from "axios"; console.log(await axios.get("/units/listing", { params: { page: 1 } }));`,
  },
];
