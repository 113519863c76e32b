import { describe } from "vitest";
import { whyNoChromium } from "./support/chromium.ts";
import { clientCases } from "./support/client-cases.ts";
import { lifecycleCases } from "./support/lifecycle-cases.ts";
import { refusalCases } from "./support/refusal-cases.ts";
import { useBrowser } from "./support/tabs.ts";
import { tabsCases } from "./support/tabs-cases.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

// One file, so that one browser and one service serve all cases.
describe.skipIf(reason !== undefined)("in a browser", () => {
  const setup = useBrowser();

  describe("a client in a page", () => {
    clientCases(setup);
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
});
