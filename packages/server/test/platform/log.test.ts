import { inspect } from "node:util";
import { sensitiveNames } from "@fleet-api/contract/sensitive";
import { describe, expect, it } from "vitest";
import type { LogOptions } from "../../src/platform/index.ts";
import {
  createLog,
  manualClock,
  redact,
  redactText,
  seededRandom,
  silentLog,
  toBase64url,
} from "../../src/platform/index.ts";

const secret = toBase64url(seededRandom(5).bytes(32));
const clock = manualClock(new Date("2026-01-02T03:04:05.678Z"));

function logTo(lines: string[], options: Partial<LogOptions> = {}) {
  const write = (line: string): void => void lines.push(line);
  return createLog({ level: "info", format: "json", clock, write, ...options });
}

describe("a log", () => {
  it("writes entries from its level on, with time, level and fields", () => {
    const lines: string[] = [];
    const log = logTo(lines).with({ request_id: "r1" });
    log.debug("dropped");
    log.info("kept", { status: 200 });
    log.error("kept too");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        time: "2026-01-02T03:04:05.678Z",
        level: "info",
        message: "kept",
        request_id: "r1",
        status: 200,
      },
      {
        time: "2026-01-02T03:04:05.678Z",
        level: "error",
        message: "kept too",
        request_id: "r1",
      },
    ]);
  });

  it("has a form for people, one line each, whatever the message holds", () => {
    const lines: string[] = [];
    logTo(lines, { format: "pretty" }).warn("two\nlines", { port: 4010, path: "/units" });
    expect(lines).toEqual(["03:04:05 warn  two | lines port=4010 path=/units"]);
  });

  it("can be silent", () => {
    const lines: string[] = [];
    logTo(lines, { level: "silent" }).error("nothing");
    silentLog.with({}).error("nothing");
    expect(lines).toEqual([]);
  });
});

describe("redaction", () => {
  it.each([
    ["an access token", `got f1.12.${secret} now`],
    ["a bearer value", `Authorization: bearer ${secret}`],
    ["a one-time token", `link ${secret}.`],
    ["a registration path", `/auth/registration/${secret}?x=1`],
    ["a password hash", `$argon2id$v=19$m=19456,t=2,p=1$${secret}`],
  ])("replaces %s in a text", (_, text) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain("[redacted]");
  });

  it.each([
    "password",
    "Password",
    "new_password",
    "password_hash",
    "token",
    "registration_token",
    "authorization",
    "Authorization",
    "cookie",
    "set-cookie",
    "api_key",
    "apiKey",
    "publish_key",
    "subscribe_key",
    "client_secret",
    "session_key",
  ])("replaces the value of %s", (name) => {
    expect(JSON.stringify(redact({ deep: [{ [name]: "short" }] }))).not.toContain("short");
  });

  it("replaces the value of whatever the contract marks as secret", () => {
    const clean = redact(Object.fromEntries(sensitiveNames.map((name) => [name, "short"])));
    expect(clean).toEqual(Object.fromEntries(sensitiveNames.map((name) => [name, "[redacted]"])));
  });

  it("leaves ordinary values as they are", () => {
    const fields = {
      unit: "Demo Unit 001",
      imei: "001017990000013",
      ids: [1, 2],
      none: null,
      key: 1,
    };
    expect(redact(fields)).toEqual(fields);
  });

  it("goes into errors with their causes, and ends in cycles", () => {
    const error = new Error(`bad f1.1.${secret}`, { cause: new Error(`bearer ${secret}`) });
    const cycle: Record<string, unknown> = { error, big: 10n, bytes: new Uint8Array(3) };
    cycle["self"] = cycle;
    const clean = inspect(redact(cycle), { depth: 20 });
    expect(clean).not.toContain(secret);
    expect(clean).toContain("[deeper]");
    expect(clean).toContain("[3 bytes]");
  });
});
