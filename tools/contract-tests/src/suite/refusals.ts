import { demoUser } from "../service/demo-service.ts";
import type { Sample } from "./samples.ts";
import { samples } from "./samples.ts";
import type { Stage } from "./stage.ts";

const DAY_MS = 24 * 60 * 60_000;
const TOO_LARGE = 16_385;

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
    if (sample.body !== undefined) await refuseBodies(stage, sample);
  }
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
  await call({ ...authorized(sample, valid), path: `${path}?broken=%zz`, status: 400 });
  const twice = [1, 2].map(() => ["Authorization", valid] as const);
  await call({ method, path, headers: twice, status: 400 });
}

async function refuseBrokenContract({ call }: Stage, sample: Sample, { valid }: Tokens): Promise<void> {
  await call({ ...authorized(sample, valid), path: `${sample.path}?no_such_parameter=1`, status: 422 });
}

async function refuseTokens({ call }: Stage, { method, path }: Sample, { expired, revoked }: Tokens): Promise<void> {
  await call({ method, path, status: 401 });
  for (const token of [expired, revoked]) await call({ method, path, token, status: 401 });
}

async function refuseBodies({ call }: Stage, { method, path }: Sample): Promise<void> {
  await call({ method, path, text: "{", status: 400 });
  await call({ method, path, text: JSON.stringify("x".repeat(TOO_LARGE)), status: 413 });
  await call({ method, path, text: "{}", mediaType: "text/plain", status: 415 });
}

/** Answers that belong to no operation; the introduction of the contract describes them. */
async function exerciseOutside({ call }: Stage): Promise<void> {
  await call({ method: "GET", path: "/no/such/path", status: 404 });
  await call({ method: "DELETE", path: "/tests/ping", status: 405 });
}

function authorized({ auth, method, path, body }: Sample, token: string) {
  return { method, path, ...(body && { body }), ...(auth === "required" && { token }) };
}
