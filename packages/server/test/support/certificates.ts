import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

/** Whether certificates can be made here. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Where a certificate and its key are, as PEM. */
export interface CertificatePaths {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate that is its own authority; `name` as in `DNS:localhost`. */
export function makeCertificate(folder: string, label: string, name: string): CertificatePaths {
  const [certificate, key] = [join(folder, `${label}.pem`), join(folder, `${label}.key`)];
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${label}`];
  execFileSync("openssl", [...words, "-addext", `subjectAltName=${name}`, "-keyout", key, "-out", certificate], {
    stdio: "ignore",
  });
  return { certificate, key };
}
