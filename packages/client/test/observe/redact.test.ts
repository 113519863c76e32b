import { sensitiveNames } from "@fleet-api/contract/sensitive";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSecretName, redactDeep, redactHeaders, redactText } from "../../src/observe/redact.ts";

describe("secret names", () => {
  it("are those of the contract, in any spelling and inside of longer names", () => {
    for (const name of sensitiveNames) expect(isSecretName(name)).toBe(true);
    for (const name of ["apiKey", "X-Api-Key", "new_password", "accessToken", "PASSWORD_HASH", "registration_tokens"])
      expect([name, isSecretName(name)]).toEqual([name, true]);
    for (const name of ["page", "username", "name", "client_id", "keys"])
      expect([name, isSecretName(name)]).toEqual([name, false]);
  });
});

describe("redactDeep", () => {
  it("hides what stands under a secret name at any depth, but shows that there is none or a yes or no", () => {
    const value = {
      user: { password: "hunter22", settings: [{ api_key: 12345678 }] },
      token: null,
      has_password: true,
    };
    expect(redactDeep(value)).toEqual({
      user: { password: "[redacted]", settings: [{ api_key: "[redacted]" }] },
      token: null,
      has_password: true,
    });
  });

  it("hides a whole object under a secret name", () => {
    expect(redactDeep({ token: { value: "hunter22" } })).toEqual({ token: "[redacted]" });
  });

  it("cuts long texts, long lists, many members and what lies deep", () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } };
    expect(JSON.stringify(redactDeep(deep))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":"[deep]"}}}}}}');
    expect(redactDeep("x".repeat(300))).toBe(`${"x".repeat(200)}... (300 characters)`);
    expect(redactDeep(Array.from({ length: 12 }, () => 1))).toEqual([...Array(10).fill(1), "... (12 items)"]);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`m${at}`, at]));
    expect(redactDeep(many)).toMatchObject({ m49: 49, "...": "(51 members)" });
    expect(redactDeep(many)).not.toHaveProperty("m50");
  });

  it("makes plain JSON of anything, and says what it does not open", () => {
    const cycle: Record<string, unknown> = { id: 1n, at: new Date(0), file: new Blob(["x"]), f: () => 1 };
    cycle["self"] = cycle;
    expect(() => JSON.stringify(redactDeep(cycle))).not.toThrow();
    expect(redactDeep({ ...cycle, self: 0 })).toEqual({
      id: "1",
      at: "1970-01-01T00:00:00.000Z",
      file: "[object Blob]",
      f: undefined,
      self: 0,
    });
  });

  it("lets no secret through, wherever it stands", () => {
    const secret = "s3cr3t-value-0123456789";
    const leaf = fc.oneof(
      fc.constant(secret),
      fc.string().map((text) => text + secret + text),
      fc.nat().map((count) => "x".repeat(count % 230) + secret),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("any")), fc.dictionary(fc.string(), tie("any"))),
    })).any;
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(redactDeep(given, [secret])) ?? "";
        // Not even its beginning, where a text was cut.
        expect(text).not.toContain("s3cr3t");
      }),
    );
  });
});

describe("redactText", () => {
  it.each([
    ["Bearer abc.def", "[redacted]"],
    ["failed for bearer abc, sorry", "failed for [redacted] sorry"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old", "token [redacted] is old"],
  ])("hides tokens in the middle of a text: %s", (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  it("leaves no beginning of a token where it cuts", () => {
    const text = `${"x".repeat(190)} eyJhbGciOiJIUzI1NiJ9.${"a".repeat(2000)}`;
    expect(redactText(text)).toBe(`${"x".repeat(190)} [redacted... (2212 characters)`);
  });
});

describe("overlapping secrets", () => {
  it.each([
    ["one that begins with another", "weak: hunter2-Summer!", ["hunter2", "hunter2-Summer!"], "weak: [redacted]"],
    ["one that begins in another", "x hunter2-Summer-24 y", ["hunter2-Summer", "Summer-24"], "x [redacted] y"],
    ["one that overlaps itself", "x 12121 y", ["1212", "2121"], "x [redacted] y"],
    ["one behind bearer", "x bearer my words y", ["my words"], "x [redacted] y"],
  ])("leave nothing: %s", (_what, text, secrets, shown) => {
    expect(redactText(text, secrets)).toBe(shown);
    expect(redactText(text, secrets.toReversed())).toBe(shown);
  });

  it("show no character that stands in a secret, and all others", () => {
    const few = fc.constantFrom("a", "b", "-");
    const secret = fc.string({ unit: few, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ unit: few, maxLength: 30 }), fc.array(secret, { maxLength: 4 }), (text, secrets) => {
        const hidden = Array.from(text, (_each, at) =>
          secrets.some((each) => {
            const starts = Array.from(each, (_part, back) => at - back);
            return starts.some((start) => start >= 0 && text.startsWith(each, start));
          }),
        );
        const expected = Array.from(text, (each, at) => (hidden[at] ? "#" : each)).join("");
        const shown = redactText(text, secrets).replaceAll("[redacted]", "#");
        expect(shown.replaceAll(/#+/g, "#")).toBe(expected.replaceAll(/#+/g, "#"));
      }),
    );
  });

  it("do not pull the beginning of a later one into what is shown", () => {
    const long = "L".repeat(100);
    const text = `${long}${"x".repeat(180)}s3cr3t${"-".repeat(90)}`;
    const shown = `[redacted]${"x".repeat(100)}... (376 characters)`;
    for (const later of [text.slice(280), "xs3c"]) expect(redactText(text, [long, later])).toBe(shown);
  });
});

describe("redactHeaders", () => {
  it("shows only headers that are known to be harmless", () => {
    const headers: [string, string][] = [
      ["Authorization", "bearer abc"],
      ["cookie", "sid=1"],
      ["x-something-new", "who knows"],
      ["location", "/reset?token=abc"],
      ["ETag", '"v1"'],
      ["X-RateLimit-Remaining", "3"],
      ["Idempotency-Replayed", "true"],
    ];
    expect(redactHeaders(headers)).toEqual({
      authorization: "[redacted]",
      cookie: "[redacted]",
      "x-something-new": "[redacted]",
      location: "[redacted]",
      etag: '"v1"',
      "x-ratelimit-remaining": "3",
      "idempotency-replayed": "true",
    });
  });
});
