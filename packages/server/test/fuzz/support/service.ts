import { strictResponses } from "@fleet-api/contract/validators/strict";
import type fc from "fast-check";
import { beforeAll } from "vitest";
import { contractCheck } from "../../../src/index.ts";
import type { Service } from "../../support/service.ts";
import { useService } from "../../support/service.ts";
import type { Session } from "./session.ts";
import { openSession } from "./session.ts";

const check = contractCheck(strictResponses);

/** Longer than any run: how long one takes depends on how many cases it has. */
export const fuzzTimeoutMs = 24 * 60 * 60_000;

/** A service of its own for a suite, which says why it did not send an answer, and the session of its requests. */
export function fuzzService(): { readonly service: Service; readonly session: () => Session } {
  const breaches: string[] = [];
  const service = useService({
    checkResponse: (operationId, response) => {
      try {
        check(operationId, response);
      } catch (error) {
        breaches.push(String(error));
        throw error;
      }
    },
  });
  let session: Session | undefined;
  beforeAll(() => {
    session = openSession(service, breaches);
  });
  return {
    service,
    session: () => {
      if (session === undefined) throw new Error("The service has not started.");
      return session;
    },
  };
}

/** `FLEET_FUZZ_SEED` and `FLEET_FUZZ_PATH`, which a failure prints, repeat it together with the name of its test. */
export function runOptions(numRuns: number): Pick<fc.Parameters<unknown>, "numRuns" | "seed" | "path"> {
  const { FLEET_FUZZ_SEED: seed, FLEET_FUZZ_PATH: path } = process.env;
  return { numRuns, ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) };
}
