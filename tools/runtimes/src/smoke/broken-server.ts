/** Servers that break the connection, on real sockets of this machine, and URLs that lead nowhere. */
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { FailingRequest } from "./failing-requests.ts";

const HEAD = "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: application/json\r\n";

/** How the server breaks the connection, by the name in the report. */
const BREAKS: Readonly<Record<string, (socket: Socket) => unknown>> = {
  "closed before the response": (socket) => socket.end(),
  "closed in the headers": (socket) => socket.end(`${HEAD}Content-Le`),
  "reset before the response": (socket) => socket.resetAndDestroy(),
  "not HTTP": (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n"),
  "closed in a body with a length": (socket) => socket.end(`${HEAD}Content-Length: 99\r\n\r\n{`),
  "closed in a chunked body": (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\n{`),
  "reset in a body": (socket) =>
    // A reset discards what the client has not read yet, so the client gets time to read the headers.
    socket.write(`${HEAD}Content-Length: 99\r\n\r\n{`, () => setTimeout(() => socket.resetAndDestroy(), 100)),
};

/** Servers that are running. */
export interface BrokenServer {
  readonly requests: readonly FailingRequest[];
  /** Stops the servers. */
  close(): Promise<void>;
}

/** Starts the servers, and lists a request for each way to fail. */
export async function startBrokenServer(): Promise<BrokenServer> {
  const plain = createServer(answer);
  const secure = createTlsServer(selfSigned(), answer);
  const closed = createServer();
  const [http, https, nowhere] = await Promise.all([plain, secure, closed].map(portOf));
  await stop(closed);
  const network = {
    "connection refused": `http://127.0.0.1:${nowhere}/`,
    "unknown host": "http://name.invalid/",
    "TLS to a port of plain HTTP": `https://127.0.0.1:${http}/`,
    "self-signed certificate": `https://127.0.0.1:${https}/`,
    ...Object.fromEntries(Object.keys(BREAKS).map((name) => [name, `http://127.0.0.1:${http}/${encodeURI(name)}`])),
  };
  const unexpected = {
    "invalid URL": "http://[",
    "unknown scheme": "foo://127.0.0.1/",
    "endless redirects": `http://127.0.0.1:${http}/redirect`,
    // https://fetch.spec.whatwg.org/#port-blocking
    "blocked port": "http://127.0.0.1:1/",
  };
  return {
    requests: [
      ...Object.entries(network).map(([name, url]) => ({ name, url, expected: "network" }) as const),
      ...Object.entries(unexpected).map(([name, url]) => ({ name, url, expected: "unexpected" }) as const),
    ],
    close: async () => void (await Promise.all([plain, secure].map(stop))),
  };
}

function answer({ method, url = "", socket }: IncomingMessage, response: ServerResponse): void {
  const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  const name = decodeURI(url.slice(1));
  // The preflight request of a page.
  if (method === "OPTIONS") response.writeHead(204, open).end();
  else if (name === "redirect") response.writeHead(302, { ...open, location: url }).end();
  else BREAKS[name]?.(socket);
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Creates a key and a certificate that no client trusts. Node has no function for certificates. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
  // CN=localhost
  const name = sequence(der(0x31, sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("localhost")))));
  const validity = sequence(...["000101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time))));
  const key = publicKey.export({ type: "spki", format: "der" });
  const version = Buffer.from("a003020102", "hex");
  const signed = sequence(version, der(0x02, Buffer.of(1)), algorithm, name, validity, name, key);
  const cert = sequence(signed, algorithm, der(0x03, Buffer.of(0), sign("sha256", signed, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64")}\n-----END CERTIFICATE-----`,
  };
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);

/** Encodes a value of ASN.1 in DER; it must be shorter than 64 KiB. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}
