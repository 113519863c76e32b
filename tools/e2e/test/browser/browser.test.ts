import { describe } from "vitest";
import { oneUserCases, pageLifeCases, twoUsersCases } from "./app/tab-cases.ts";
import { networkCases, storageCases } from "./app/platform-cases.ts";
import { useApp } from "./app/use-app.ts";
import { whyNoChromium } from "./support/chromium.ts";
import { clientCases, editCases, refusalCases } from "./support/client-cases.ts";
import { lifecycleCases, tabsCases } from "./support/tabs-cases.ts";
import { useBrowser } from "./support/tabs.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

// One file, so that one browser and one service serve all cases.
describe.skipIf(reason !== undefined)("in a browser", () => {
  const setup = useBrowser();

  describe("a client in a page", () => {
    clientCases(setup);
  });
  describe("two browsers", () => {
    editCases(setup);
  });
  describe("tabs of one browser", () => {
    tabsCases(setup);
  });
  describe("a tab that goes away", () => {
    lifecycleCases(setup);
  });
  describe("a page that is refused", () => {
    refusalCases(setup);
  });
  describe("an app built with Vite", () => {
    const app = useApp(setup);

    describe("tabs of one user", () => {
      oneUserCases(app);
    });
    describe("tabs of two users", () => {
      twoUsersCases(app);
    });
    describe("a tab that goes away and comes back", () => {
      pageLifeCases(app);
    });
    describe("between page and service", () => {
      networkCases(app);
    });
    describe("without storage", () => {
      storageCases(app);
    });
  });
});
