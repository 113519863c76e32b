import { createClient } from "@redis/client";
import type { MakeLink } from "./link.ts";
import { CONNECT_LIMIT_MS } from "./link.ts";

/** Redis pub/sub, from Redis 6 on: with RESP3 one connection both subscribes and publishes. */
export function redisLink(url: string, channel: string): MakeLink {
  return ({ onText, onLost }) => {
    const client = createClient({
      url,
      name: "fleet-server",
      RESP: 3,
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_LIMIT_MS },
      // A login that may use nothing but this channel gets no command that it could be refused.
      disableClientInfo: true,
      maintNotifications: "disabled",
    });
    let isClosed = false;
    client.on("error", onLost);
    // A client that is destroyed while it connects would keep the socket that comes of it.
    client.on("connect", () => {
      if (isClosed) client.destroy();
    });
    client.on("end", () => onLost(new Error("the server closed the connection")));
    return {
      async open() {
        await client.connect();
        await client.subscribe(channel, onText);
      },
      async send(text) {
        await client.publish(channel, text);
      },
      close() {
        isClosed = true;
        client.destroy();
      },
    };
  };
}
