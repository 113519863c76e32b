/** A service on this machine whose first login never gets a response. */
import { once } from "node:events";
import { createServer } from "node:http";

/** The service while it runs. */
export interface HangingLogin {
  readonly baseUrl: string;
  /** How many logins were asked for. */
  logins(): number;
  close(): Promise<void>;
}

export async function startHangingLogin(): Promise<HangingLogin> {
  let logins = 0;
  const server = createServer(({ url, headers }, response) => {
    if (url?.endsWith("/auth/login")) {
      if (++logins > 1) response.setHeader("authorization", `bearer L${logins}`).end("{}");
      return;
    }
    response.statusCode = headers.authorization === undefined ? 401 : 200;
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    logins: () => logins,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
