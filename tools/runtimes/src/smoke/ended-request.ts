/** In workerd: one session for all requests. `/begin` responds during the login that it began, every other path waits for a call. */
import { createAuth, isAuthError, memoryStore, type TokenSession } from "@fleet-api/auth";

let session: TokenSession | undefined;

// oxlint-disable-next-line import/no-default-export -- workerd calls the default export
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const baseUrl = searchParams.get("baseUrl") ?? "";
    session ??= createAuth({
      baseUrl,
      credentials: { username: "demo", password: "demo" },
      timeoutMs: 1_000,
      ...(searchParams.has("store") && { store: memoryStore() }),
    });
    const call = session.fetch(`${baseUrl}/units`).then(
      ({ status }) => `status ${status}`,
      (error: unknown) => (isAuthError(error) ? error.code : String(error)),
    );
    // Long enough for the login to be sent.
    const sent = new Promise<string>((resolve) => setTimeout(() => resolve("begun"), 200));
    return new Response(await (pathname === "/begin" ? sent : call));
  },
};
