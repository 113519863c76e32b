import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigError, parseConfig } from "../../src/platform/node.ts";

describe("configuration", () => {
  it("takes the origins that browsers send, and none that URL does not make", () => {
    const some = ["http://localhost:5173", "https://a.example:8443", "http://[::1]:3000", "capacitor://localhost"];
    expect(parseConfig({ cors_origins: some }).cors_origins).toEqual(some);
    expect(parseConfig({ cors_origins: "*" }).cors_origins).toEqual(["*"]);
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const { origin } = new URL(url);
        expect(parseConfig({ cors_origins: origin }).cors_origins).toEqual([origin]);
        if (url !== origin) expect(() => parseConfig({ cors_origins: [url] })).toThrow(`write ${origin}.`);
      }),
    );
  });

  it("has the documented defaults", () => {
    expect(parseConfig()).toEqual({
      host: "127.0.0.1",
      port: 4080,
      database: { kind: "directory", path: ".fleet-data" },
      bus: { kind: "local" },
      search_limit_ms: 5000,
      rotate_after_ms: 180_000,
      secret_key: null,
      superseded_ttl_ms: 604_800_000,
      audit_log_days: null,
      cors_origins: ["*"],
      trust_proxy: [],
      docs_dir: null,
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
      trust_proxy: "10.0.0.0/8, ::1",
      audit_log_days: "365",
      log_level: "warn",
      host: undefined,
    });
    expect(config).toMatchObject({
      port: 0,
      database: { kind: "memory" },
      rotate_after_ms: 0,
      cors_origins: ["https://a.example", "https://b.example"],
      demo: true,
      trust_proxy: ["10.0.0.0/8", "::1"],
      audit_log_days: 365,
      log_level: "warn",
      host: "127.0.0.1",
    });
    expect(parseConfig({ data: "/tmp/x" }).database).toEqual({ kind: "directory", path: "/tmp/x" });
    expect(parseConfig({ trust_proxy: [] }).trust_proxy).toEqual([]);
    expect(parseConfig({ data: "/tmp/x", memory: true }).database).toEqual({ kind: "memory" });
  });

  it.each([
    ["postgres", "postgres", "postgres://a:b@db/fleet"],
    ["postgres://c:d@other/events", "postgres", "postgres://c:d@other/events"],
    ["postgresql:///events?host=/run", "postgres", "postgresql:///events?host=/run"],
    ["nats://user:p%23w@nats.example:4222", "nats", "nats://user:p%23w@nats.example:4222"],
    ["tls://token@nats.example", "nats", "tls://token@nats.example"],
    ["redis://127.0.0.1", "redis", "redis://127.0.0.1"],
    ["rediss://:pw@[::1]:6380/0", "redis", "rediss://:pw@[::1]:6380/0"],
  ])("takes the bus %s", (value, kind, url) => {
    expect(parseConfig({ database_url: "postgres://a:b@db/fleet", bus_url: value }).bus).toEqual({ kind, url });
  });

  it.each([
    "kafka://hidden@a",
    "nats://",
    "redis",
    "redis://a:hidden#c@db",
    "tls://a:99999",
    "nats://a:hidden%@b",
    "localhost:4222",
    "mysql",
  ])("refuses the bus %s without repeating its secrets", (bus_url) => {
    const schemes = "nats://, tls://, redis://, rediss:// or postgres://";
    expect(() => parseConfig({ database_url: "postgres://a:b@db/fleet", bus_url })).toThrow(
      new ConfigError(
        "bus_url",
        `must be postgres, for the server of database_url, or a URL that begins with ${schemes}, with special characters ` +
          "as %23 for #.",
      ),
    );
  });

  it("names the directory of the documentation, which must be one", () => {
    expect(() => parseConfig({ docs_dir: "/absent" })).toThrow(
      'docs_dir: "/absent" has no index.html; name the directory of the built site.',
    );
    const directory = mkdtempSync(join(tmpdir(), "fleet-docs-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, "index.html"), "");
    expect(parseConfig({ docs_dir: directory }).docs_dir).toBe(directory);
    expect(parseConfig({ docs_dir: relative(process.cwd(), directory) }).docs_dir).toBe(directory);
  });

  it.each([
    "true",
    "10.0.0.0/33",
    "10.0.0.0/0",
    "::/0",
    "fd00::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0",
    "proxy.local",
  ])("refuses to trust %s", (range) => {
    expect(() => parseConfig({ trust_proxy: range })).toThrow(/is not an IP address or a CIDR range such as/);
    expect(() => parseConfig({ trust_proxy: ["10.0.0.0/8", range] })).toThrow(JSON.stringify(range));
  });

  it.each([
    [{ port: "65536" }, "port", /whole number from 0 to 65535/],
    [{ audit_log_days: "0" }, "audit_log_days", /whole number from 1 to 36500/],
    [{ audit_log_days: "never" }, "audit_log_days", /whole number from 1 to 36500/],
    [{ audit_log_days: 1.5 }, "audit_log_days", /whole number from 1 to 36500/],
    [{ port: "1e3" }, "port", /whole number/],
    [{ port: "" }, "port", /whole number/],
    [{ host: " " }, "host", /not empty/],
    [{ data: 7 }, "data", /must be a text/],
    [{ memory: "yes" }, "memory", /true or false/],
    [{ cors_origins: "" }, "cors_origins", /list/],
    [{ cors_origins: "example.com" }, "cors_origins", /"example.com" is not an origin; write https:\/\/example.com\.$/],
    [
      { cors_origins: "https://a.example,https://app.example/,b.example:8080" },
      "cors_origins",
      /^cors_origins: "https:\/\/app.example\/" is .*; write https:\/\/app.example; "b.example:8080" is .*; write https:\/\/b.example:8080\.$/,
    ],
    [{ cors_origins: ["http://x.example/path?q#f"] }, "cors_origins", /write http:\/\/x.example\.$/],
    [{ cors_origins: "https://user:hidden@x.example" }, "cors_origins", /^(?!.*hidden).*write https:\/\/x.example\.$/],
    [{ cors_origins: "null" }, "cors_origins", /"null" is the origin of all sandboxed pages/],
    [{ cors_origins: "*, https://a.example" }, "cors_origins", /"\*" means all origins; write it alone\.$/],
    [{ cors_origins: "https://*.a.example" }, "cors_origins", /is not an origin/],
    [{ cors_origins: "HTTPS://A.example" }, "cors_origins", /write https:\/\/a.example\.$/],
    [{ cors_origins: "https://a.example:443" }, "cors_origins", /write https:\/\/a.example\.$/],
    [{ cors_origins: "http://a.example:80" }, "cors_origins", /write http:\/\/a.example\.$/],
    [{ cors_origins: "https://bücher.example" }, "cors_origins", /write https:\/\/xn--bcher-kva.example\.$/],
    [{ cors_origins: "https:///" }, "cors_origins", /write a scheme and a host, such as https:\/\/app.example\.$/],
    [{ cors_origins: "https://a b" }, "cors_origins", /is not an origin/],
    [{ log_level: "loud" }, "log_level", /debug, info, warn, error, silent/],
    [{ rotate_after_ms: 5000, superseded_ttl_ms: 5000 }, "rotate_after_ms", /below superseded/],
    [{ trust_proxy: true }, "trust_proxy", /list/],
    [{ prot: 80 }, "prot", /no such setting. Settings: .*port/],
    [{ database_url: "fleet" }, "database_url", /must be a URL such as postgres:/],
    [{ database_url: "postgres://a:b#c@db/fleet" }, "database_url", /special characters as %23 for #/],
    [{ database_url: "postgres://a:b@db:99999/fleet" }, "database_url", /must be a URL such as postgres:/],
    [{ bus_url: "redis://localhost" }, "bus_url", /needs a database_url: only servers on PostgreSQL share/],
    [{ memory: true, bus_url: "postgres" }, "bus_url", /needs a database_url/],
    [{ database_url: "postgres://a:b@db/fleet", bus_url: 7 }, "bus_url", /must be a text/],
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
