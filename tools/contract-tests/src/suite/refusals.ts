import { demoUser } from "../service/demo-service.ts";
import type { Sample } from "./samples.ts";
import { samples } from "./samples.ts";
import type { Stage } from "./stage.ts";

const DAY_MS = 24 * 60 * 60_000;
/** More than the largest body of the contract; it is refused by its Content-Length, so its size costs nothing. */
const TOO_LARGE = 500_000;

/** Tokens of every state. */
interface Tokens {
  readonly valid: string;
  readonly expired: string;
  readonly revoked: string;
}

/** The refusals that stand before every operation alike: whatever cannot be read, is not allowed, or breaks the contract. */
export async function exerciseRefusals(stage: Stage): Promise<void> {
  const tokens = await makeTokens(stage);
  for (const sample of samples) {
    await refuseUnreadable(stage, sample, tokens);
    await refuseBrokenContract(stage, sample, tokens);
    if (sample.auth === "required") await refuseTokens(stage, sample, tokens);
    if (sample.body !== undefined) await refuseBodies(stage, sample, tokens);
  }
  await refusePermissions(stage);
  await exerciseOutside(stage);
}

async function makeTokens(stage: Stage): Promise<Tokens> {
  // Nobody logs in as this user again: the service forgets the expired sessions of a user at the next login.
  const expired = await stage.logIn(demoUser("client-south"));
  stage.service.clock.advance(8 * DAY_MS);
  const revoked = await stage.logIn(demoUser("client-north"));
  await stage.call({ method: "POST", path: "/auth/logout", token: revoked, status: 200 });
  return { expired, revoked, valid: await stage.logIn() };
}

async function refuseUnreadable({ call }: Stage, sample: Sample, { valid }: Tokens): Promise<void> {
  const { method, path } = sample;
  await call({ ...authorized(sample, valid), path: withQuery(path, "broken=%zz"), status: 400 });
  const twice = [1, 2].map(() => ["Authorization", valid] as const);
  await call({ method, path, headers: twice, status: 400 });
}

async function refuseBrokenContract({ call }: Stage, sample: Sample, { valid }: Tokens): Promise<void> {
  await call({ ...authorized(sample, valid), path: withQuery(sample.path, "no_such_parameter=1"), status: 422 });
}

async function refuseTokens({ call }: Stage, { method, path }: Sample, { expired, revoked }: Tokens): Promise<void> {
  await call({ method, path, status: 401 });
  for (const token of [expired, revoked]) await call({ method, path, token, status: 401 });
}

async function refuseBodies({ call }: Stage, sample: Sample, { valid }: Tokens): Promise<void> {
  const { body: _fits, ...request } = authorized(sample, valid);
  await call({ ...request, text: "{", status: 400 });
  await call({ ...request, text: JSON.stringify("x".repeat(TOO_LARGE)), status: 413 });
  await call({ ...request, text: "{}", mediaType: "text/plain", status: 415 });
}

/** Every operation that needs a permission, by a user who has none of them. */
async function refusePermissions({ call, logIn, service }: Stage): Promise<void> {
  const user = demoUser("read-only");
  const needing = samples.flatMap((sample) =>
    typeof sample.permission === "object" && sample.permission !== null ? [{ sample, ...sample.permission }] : [],
  );
  for (const { resource, action } of needing) await service.withdraw(user.username, resource, action);
  const token = await logIn(user);
  for (const { sample } of needing) await call({ ...authorized(sample, token), status: 403 });
}

/** Answers that belong to no operation; the introduction of the contract describes them. */
async function exerciseOutside({ call }: Stage): Promise<void> {
  await call({ method: "GET", path: "/no/such/path", status: 404 });
  await call({ method: "DELETE", path: "/tests/ping", status: 405 });
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

function authorized({ auth, method, path, body }: Sample, token: string) {
  return { method, path, ...(body && { body }), ...(auth === "required" && { token }) };
}
