import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CertificatePaths } from "../support/certificates.ts";
import { hasOpenssl, makeCertificate } from "../support/certificates.ts";
import type { Broker } from "./brokers.ts";
import { brokerKinds, brokerPassword } from "./brokers.ts";
import { eventually, heardBy, keptLog, newChannel, publishUntilHeard, useBuses } from "./test-bus.ts";

if (!hasOpenssl) console.warn("skipped: the bus over TLS, because there is no openssl to make certificates with");

const folder = mkdtempSync(join(tmpdir(), "fleet-bus-tls-"));
const usualAuthorities = getCACertificates("default");
const { open } = useBuses();
afterEach(() => setDefaultCACertificates(usualAuthorities));
afterAll(() => rmSync(folder, { recursive: true }));

/** As the file of NODE_EXTRA_CA_CERTS does for a process. */
function trust({ certificate }: CertificatePaths): void {
  setDefaultCACertificates([...usualAuthorities, readFileSync(certificate, "utf8")]);
}

// That PostgreSQL is reached as the database is, with `sslmode`, is a matter of its URL.
for (const kind of brokerKinds.filter(({ name }) => name !== "PostgreSQL")) {
  describe.skipIf(!hasOpenssl || kind.whyNot() !== undefined)(`a bus over ${kind.name} and TLS`, () => {
    let certificate: CertificatePaths;
    let [encrypted, plain]: Broker[] = [];
    beforeAll(async () => {
      certificate = makeCertificate(folder, kind.name, "DNS:localhost");
      [encrypted, plain] = [await kind.start(certificate), await kind.start()];
    });
    afterAll(() => Promise.all([encrypted?.stop(), plain?.stop()]));

    /** Why a bus with this URL cannot connect; it says so without the password. */
    async function refusal(url: string): Promise<string> {
      const { log, lines } = keptLog("debug");
      const kindOf = encrypted?.target.kind ?? "nats";
      await open({ kind: kindOf, url }, { log });
      await eventually(() => expect(lines.length).toBeGreaterThan(0));
      expect(lines.filter((line) => line.includes("bus connected") || line.includes(brokerPassword))).toEqual([]);
      return lines[0] ?? "";
    }

    it("works with a certificate of a known authority", async () => {
      if (encrypted === undefined) throw new Error("no broker");
      trust(certificate);
      const channel = newChannel();
      const heard = heardBy(await open(encrypted.target, { channel }));
      await publishUntilHeard(await open(encrypted.target, { channel }), heard, 1);
      expect(heard).not.toEqual([]);
    });

    it("refuses a certificate of an unknown authority, and one for another host", async () => {
      const url = encrypted?.target.url ?? "";
      expect(await refusal(url)).toMatch(/self-signed certificate/);
      trust(certificate);
      expect(await refusal(url.replace("localhost", "127.0.0.1"))).toMatch(/127\.0\.0\.1|ERR_TLS_CERT_ALTNAME_INVALID/);
    });

    it("never talks to a server without TLS", async () => {
      const url = new URL(encrypted?.target.url ?? "");
      url.port = String(plain?.port);
      expect(await refusal(url.href)).toMatch(/^warn {2}bus disconnected/);
    });
  });
}
