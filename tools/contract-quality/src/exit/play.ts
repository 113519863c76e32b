// `node play.ts <folder>`: runs the call sites of a folder on a stubbed fetch, and prints what was sent and read as JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type SampleAnswer, sampleAnswers } from "./sample-answers.ts";

/** A request as the service would see it: a space of a query is `+` or `%20`, which is the same to it. */
export interface SentRequest {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly contentType: string | null;
  readonly body: string;
}

/** What became of one call site. */
export interface Played {
  readonly sent: readonly SentRequest[];
  readonly read: readonly unknown[];
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
type CallSite = (fleet: unknown) => Promise<unknown[]>;

interface CallSites {
  readonly callSites: Readonly<Record<string, CallSite>>;
  readonly failingCall: CallSite;
}

/** The service that the stub stands for. */
const baseUrl = "https://fleet.example.com/api/v1";

const problem = {
  type: "https://fleet.example.com/problems/unknown-permission",
  title: "Unknown permission",
  status: 404,
  detail: "There is no action dance.",
  instance: "/api/v1/auth/permission/units/action/dance",
  code: "unknown_permission",
  request_id: "req-1",
  timestamp: "2026-01-15T08:30:00.000Z",
};

/** The answer to a call site of no operation: any, because that is reported elsewhere. */
const unknown: SampleAnswer = { status: 200, body: undefined };

const [folder = ""] = process.argv.slice(2);
const { callSites, failingCall } = await load<CallSites>("call-sites.ts");
const { connect } = await load<{ connect(baseUrl: string, fetch: Fetch): unknown }>("client.ts");
const answers = await sampleAnswers();
const played: Record<string, Played> = {};
for (const [id, site] of Object.entries(callSites)) played[id] = await play(site, answers.get(id) ?? unknown);
played["a call that fails"] = await play(failingCall, { status: 404, body: problem });
console.log(JSON.stringify(played));

async function play(site: CallSite, { status, body }: SampleAnswer): Promise<Played> {
  const sent: SentRequest[] = [];
  const fleet = connect(baseUrl, async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, searchParams } = new URL(request.url);
    sent.push({
      method: request.method,
      url: `${origin}${pathname}`,
      query: [...searchParams],
      contentType: request.headers.get("content-type"),
      body: await request.text(),
    });
    const type = status < 400 ? "application/json" : "application/problem+json";
    return new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
  });
  return { sent, read: await site(fleet) };
}

/** What the folder holds is compiled before it is run. */
async function load<Module>(file: string): Promise<Module> {
  return await import(pathToFileURL(join(folder, file)).href);
}
