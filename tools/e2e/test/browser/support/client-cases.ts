import { expect, it } from "vitest";
import type { Drive } from "../../../src/browser/drive-client.ts";
import { admin } from "../../support/service.ts";
import type { BrowserSetup } from "./tabs.ts";

type Way = Pick<Drive, "client" | "fetch" | "remakes">;

const ways: readonly Way[] = (["middleware", "bind", "fleet"] as const).flatMap((client) =>
  (["window", "default"] as const).flatMap((fetch) =>
    // The Fleet client has no middleware that makes requests.
    (client === "fleet" ? [false] : [false, true]).map((remakes) => ({ client, fetch, remakes })),
  ),
);

/** A page logs in, replays after a 401 and logs out, with the `fetch` of the page and with that of the package. */
export function clientCases({ server, profile }: BrowserSetup): void {
  it.each(ways)("logs in, replays and logs out: $client, $fetch fetch, remakes requests: $remakes", async (way) => {
    const { page } = await (await profile()).tab();
    await page.waitForFunction(() => "fleetPage" in globalThis);
    const drive = { ...way, baseUrl: server().baseUrl, credentials: admin };
    const { statuses, ...result } = await page.evaluate((given) => fleetPage.driveClient(given), drive);
    // The body of a request that was replaced cannot be repeated: the caller gets the 401, and the next call works.
    const skipped = way.remakes ? 1 : 0;
    // The operation takes no body, and the service says so: the replay has arrived with it. The Fleet client sends none.
    const answered = way.client === "fleet" ? 200 : 422;
    expect(statuses).toEqual([200, 200, skipped ? 401 : answered, 200]);
    expect(result).toEqual({ replays: 2 - skipped, logins: 3, skipped, remote: true, afterwards: "logged_out" });
  });
}
