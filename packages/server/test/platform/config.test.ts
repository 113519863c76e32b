import { describe, expect, it } from "vitest";
import { ConfigError, parseConfig } from "../../src/platform/index.ts";

describe("configuration", () => {
  it("has the documented defaults", () => {
    expect(parseConfig()).toEqual({
      host: "127.0.0.1",
      port: 4080,
      database: { kind: "directory", path: ".fleet-data" },
      rotate_after_ms: 180_000,
      superseded_ttl_ms: 604_800_000,
      cors_origins: ["*"],
      demo: false,
      log_level: "info",
      log_format: "pretty",
    });
  });

  it("reads texts as the environment gives them", () => {
    const config = parseConfig({
      port: "0",
      memory: "true",
      rotate_after_ms: "0",
      cors_origins: "https://a.example, https://b.example",
      demo: "1",
      log_level: "warn",
      host: undefined,
    });
    expect(config).toMatchObject({
      port: 0,
      database: { kind: "memory" },
      rotate_after_ms: 0,
      cors_origins: ["https://a.example", "https://b.example"],
      demo: true,
      log_level: "warn",
      host: "127.0.0.1",
    });
    expect(parseConfig({ data: "/tmp/x" }).database).toEqual({ kind: "directory", path: "/tmp/x" });
    expect(parseConfig({ data: "/tmp/x", memory: true }).database).toEqual({ kind: "memory" });
  });

  it.each([
    [{ port: "65536" }, "port", /whole number from 0 to 65535/],
    [{ port: "1e3" }, "port", /whole number/],
    [{ port: "" }, "port", /whole number/],
    [{ host: " " }, "host", /not empty/],
    [{ data: 7 }, "data", /must be a text/],
    [{ memory: "yes" }, "memory", /true or false/],
    [{ cors_origins: "" }, "cors_origins", /list/],
    [{ log_level: "loud" }, "log_level", /debug, info, warn, error, silent/],
    [{ rotate_after_ms: 5000, superseded_ttl_ms: 5000 }, "rotate_after_ms", /below superseded/],
    [{ prot: 80 }, "prot", /no such setting. Settings: .*port/],
  ])("refuses %o naming the setting and what would be right", (input, setting, message) => {
    let thrown: unknown;
    try {
      parseConfig(input);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    expect(thrown).toMatchObject({ setting, message: expect.stringMatching(message) });
  });
});
