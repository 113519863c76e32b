import { startSimulator } from "@fleet-api/server/simulator";
import type { Clock, WebServer } from "@fleet-api/server/web";
import { demoLogins, removePositions } from "@fleet-api/server/web";
import { SANDBOX_ORIGIN } from "./protocol.ts";

/** The units of the sandbox that drive. */
export interface LiveFleet {
  /** While the page is hidden, nothing drives and nothing is removed. */
  setVisible(isVisible: boolean): void;
}

const MINUTE_MS = 60_000;
/** The database is in memory: 25 units send 18,000 positions an hour. */
const KEPT_MS = 120 * MINUTE_MS;

/** Drives 25 units: first what they did in the last two hours, then what they do now. */
export function startLiveFleet(
  { basePath, fetch, db }: Pick<WebServer, "basePath" | "fetch" | "db">,
  clock: Clock,
): LiveFleet {
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  const simulator = startSimulator({
    baseUrl: `${SANDBOX_ORIGIN}${basePath}`,
    fetch,
    login,
    clock,
    historyMs: KEPT_MS,
  });
  let isShown = true;
  setInterval(() => {
    // Where the database is lost, the sandbox says so itself.
    if (isShown) removePositions(db, new Date(clock.now().getTime() - KEPT_MS)).catch(() => undefined);
  }, MINUTE_MS);
  return {
    setVisible: (isVisible) => {
      isShown = isVisible;
      if (isVisible) simulator.resume();
      else simulator.pause();
    },
  };
}
