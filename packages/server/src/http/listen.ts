import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/** Where to listen. */
export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
}

/** Where the server listens. */
export interface Listening {
  /** Origin for people and clients, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/** The server cannot listen there. The message is one line: the cause and the way out. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Starts listening.
 * @throws ListenError for a port in use, a port without the right, or an address that is not there
 */
export async function listen(app: FastifyInstance, { port, host }: ListenOptions): Promise<Listening> {
  try {
    await app.ready();
    // Not Fastify's own `listen`: for `localhost` that opens a second server, which nothing here watches.
    await new Promise<void>((resolve, reject) => {
      app.server.once("error", reject);
      app.server.listen({ port, host }, () => {
        app.server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw explain(error, port, host);
  }
  const bound = boundPort(app.server.address(), port);
  return { url: `http://${urlHost(host)}:${bound}`, port: bound };
}

function explain(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new ListenError(
      code,
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another (--port or FLEET_PORT).`,
    );
  }
  if (code === "EACCES") {
    return new ListenError(code, `Port ${port} needs more rights. Choose one from 1024 on (--port or FLEET_PORT).`);
  }
  if (code === "EADDRNOTAVAIL") return new ListenError(code, `This machine does not have the address ${host}.`);
  return error;
}

function boundPort(address: AddressInfo | string | null, asked: number): number {
  return typeof address === "object" && address !== null ? address.port : asked;
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
