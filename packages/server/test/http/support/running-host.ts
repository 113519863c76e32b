import { request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Host, HostOptions } from "../../../src/http/index.ts";
import { createHost } from "../../../src/http/index.ts";
import type { KernelOptions } from "../../../src/kernel/index.ts";
import type { FakePrincipal, FakeService, FakeWork } from "../../kernel/support/fake-service.ts";
import { fakeService } from "../../kernel/support/fake-service.ts";

/** The fake service on a real host on loopback. */
export interface RunningHost extends FakeService {
  readonly host: Host;
  readonly origin: string;
  readonly port: number;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => silent };

/** Starts a host for one test, or one suite with `keep`; it is closed when the test ends. */
export async function startHost(
  changes: { kernel?: Partial<KernelOptions<FakePrincipal, FakeWork>>; host?: Partial<HostOptions>; keep?: true } = {},
): Promise<RunningHost> {
  const service = fakeService(changes.kernel);
  const host = createHost({ kernel: service.kernel, cors: { origins: "*" }, log: silent, ...changes.host });
  const { url, port } = await host.listen({ port: 0, host: "127.0.0.1" });
  if (!changes.keep) onTestFinished(() => host.close({ graceMs: 0 }));
  return { ...service, host, origin: url, port };
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** What to send: everything exactly as given, which `fetch` would not do. */
export interface Wanted {
  readonly method: string;
  /** Request target, sent as it is. */
  readonly target: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array | null;
}

/** Sends one request on its own connection. */
export function call(port: number, { method, target, headers = {}, body }: Wanted): Promise<Answer> {
  // Node leaves the framing out for a body with DELETE.
  const framed = body?.length && headers["transfer-encoding"] === undefined;
  const sent = framed ? { "content-length": String(Buffer.byteLength(body)), ...headers } : headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port, method, path: target, headers: sent, agent: false },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => (text += chunk));
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** A bare connection, closed when the test ends. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", reject);
    onTestFinished(() => void socket.destroy());
  });
}

/** Sends bytes on a bare connection and returns all that comes back until the server closes it. */
export async function exchangeBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = await openSocket(port);
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => (text += chunk));
    socket.on("close", () => resolve(text));
    socket.write(bytes);
  });
}

/** The problem in an answer, after the checks that hold for every problem. */
export function problemOf({ status, headers, text }: Answer): Record<string, unknown> {
  const problem: Record<string, unknown> = JSON.parse(text);
  const type = headers["content-type"];
  if (
    type !== "application/problem+json" ||
    problem["status"] !== status ||
    problem["request_id"] !== headers["x-request-id"]
  ) {
    throw new Error(`This is no problem of the contract: ${status} ${String(type)} ${text}`);
  }
  return problem;
}
