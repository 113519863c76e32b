import type { Socket } from "node:net";
import { createConnection } from "node:net";
import { once } from "node:events";
import type { NatsConnection, TlsOptions } from "@nats-io/transport-node";
import { connect } from "@nats-io/transport-node";
import type { MakeLink } from "./link.ts";
import { CONNECT_LIMIT_MS } from "./link.ts";

/** Core NATS. The URL has `user:password@`, or only a token in front of the `@`; `tls://` refuses a server without TLS. */
export function natsLink(url: string, channel: string): MakeLink {
  const { protocol, host, hostname, port, username, password } = new URL(url);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const credentials = secret === "" ? { token: name } : { user: name, pass: secret };
  const address = { host: hostname.replaceAll(/^\[|\]$/g, ""), port: Number(port || "4222") };
  // Node compares the certificate with it. Without it, that of an IP address would have to name "localhost".
  const tls: TlsOptions & { readonly host: string } = { host: address.host };
  return ({ onText, onLost }) => {
    let isClosed = false;
    let probe: Socket | undefined;
    let connecting: Promise<NatsConnection> | undefined;
    return {
      async open() {
        probe = createConnection(address);
        await greeting(probe);
        if (isClosed) return;
        connecting = connect({
          servers: host,
          name: "fleet-server",
          reconnect: false,
          timeout: CONNECT_LIMIT_MS,
          ...(name !== "" && credentials),
          ...(protocol === "tls:" && { tls }),
        });
        const connection = await connecting;
        void connection.closed().then((error) => onLost(error ?? new Error("the server closed the connection")));
        connection.subscribe(channel, {
          // A subscription that is refused is an error of its callback, and the connection stays open.
          callback: (error, message) => (error === null ? onText(message.string()) : onLost(error)),
        });
        await connection.flush();
      },
      async send(text) {
        const connection = await connecting;
        connection?.publish(channel, text);
        await connection?.flush();
      },
      close() {
        isClosed = true;
        probe?.destroy();
        // An attempt to connect cannot be ended, so its connection is.
        void connecting?.then(
          (connection) => connection.close(),
          () => undefined,
        );
      },
    };
  };
}

/**
 * Resolves when a server says its first word, and closes the socket. The client keeps the socket of an attempt for ever when
 * the server says nothing (nats.js 3.4), so it gets none to such a server.
 */
async function greeting(socket: Socket): Promise<void> {
  try {
    await once(socket, "data", { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
  } finally {
    socket.destroy();
  }
}
