import type { Pagination, Problem } from "@fleet-api/contract";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { newDatabase } from "./db.ts";
import { afterAll, beforeAll } from "vitest";
import type { CheckResponse } from "../../src/kernel/index.ts";
import { textOf } from "../../src/kernel/reply.ts";
import type { ManualClock, OutboxMessage, RunningServer, ServerOptions } from "../../src/index.ts";
import { contractCheck, demoLogins, manualClock, startServer } from "../../src/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";
import { bodyText } from "./event-reader.ts";
import { createRecorder } from "./traffic.ts";

/** One running service for a suite, with every answer held to the contract. */
export interface Service {
  readonly clock: ManualClock;
  /** Messages to people, oldest first. */
  readonly messages: OutboxMessage[];
  readonly server: RunningServer;
  /** Sends a request; a body goes out as JSON. */
  call<Data = Record<string, unknown>>(method: string, path: string, options?: CallInit): Promise<Answer<Data>>;
  /** Logs a demo user in and returns the token with its scheme. */
  login(username?: string): Promise<string>;
}

interface CallInit {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer; its body is the envelope or the problem that the test expects. */
export interface Answer<Data> {
  status: number;
  headers: Headers;
  body: Problem & { data: Data; notices: string[]; pagination: Pagination };
}

/** The tag of a record for `If-Match`, as its caller makes it. */
export function tagOf({ version, updated_at }: { readonly version: number; readonly updated_at: string }): string {
  return `"v${version}-${Date.parse(updated_at)}"`;
}

const holdToContract = contractCheck(strictResponses);

/** Holds every answer to the contract, and its JSON to one form: without spaces between its parts. */
export const checkAnswer: CheckResponse = (operationId, response) => {
  holdToContract(operationId, response);
  const json = textOf(response.body ?? "");
  const space = /^(?:"(?:[^"\\]|\\.)*"|[^"\s])*\s/.exec(json);
  if (space !== null) throw new Error(`${operationId} answered JSON with spaces: ${space[0].slice(-80)}`);
};

/** Hashes as ever, at a thousandth of the cost. */
export const cheapPasswords = argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } });

export const start = new Date("2026-03-01T12:00:00.000Z");

/** Starts a service on a free port before the suite, with cheap hashes unless others are given, and stops it after. */
export function useService({
  settings,
  ...options
}: Pick<ServerOptions, "passwords" | "settings" | "checkResponse" | "writeLog"> = {}): Service {
  const clock = manualClock(start);
  const messages: OutboxMessage[] = [];
  const recorder = createRecorder();
  let running: RunningServer | undefined;
  let remove = async (): Promise<void> => {};
  beforeAll(async () => {
    const database = await newDatabase();
    remove = database.remove;
    running = await startServer({
      settings: { ...database.settings, port: 0, demo: true, log_level: "silent", ...settings },
      clock,
      onMessage: (message) => messages.push(message),
      checkResponse: checkAnswer,
      passwords: cheapPasswords,
      ...options,
    });
  });
  afterAll(async () => {
    await running?.close();
    await remove();
    recorder.save();
  });

  const server = (): RunningServer => {
    if (running === undefined) throw new Error("The service has not started.");
    return running;
  };
  async function call<Data>(method: string, path: string, init: CallInit = {}): Promise<Answer<Data>> {
    const headers = {
      ...(init.token !== undefined && { authorization: init.token }),
      ...(init.body !== undefined && { "content-type": "application/json" }),
      ...init.headers,
    };
    const body = init.body === undefined ? null : JSON.stringify(init.body);
    const response = await fetch(`${server().baseUrl}${path}`, { method, headers, body });
    const { status } = response;
    const text = await bodyText(response);
    const responseHeaders = Object.fromEntries(response.headers);
    // A body that is too large is not kept: nobody reads it.
    recorder.add({
      method,
      path,
      headers,
      body: status === 413 ? null : body,
      status,
      responseHeaders,
      responseBody: text,
    });
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }
  return {
    clock,
    messages,
    get server() {
      return server();
    },
    call,
    async login(username = "demo-partner-admin") {
      const password = demoLogins.find((login) => login.username === username)?.password;
      const { status, headers } = await call("POST", "/auth/login", { body: { username, password } });
      const token = headers.get("authorization");
      if (status !== 200 || token === null) throw new Error(`Login of ${username} answered ${status}.`);
      return token;
    },
  };
}
