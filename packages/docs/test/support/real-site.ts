import { readSite, type SiteModel } from "../../src/site.ts";
import { readSources } from "../../src/sources.ts";

let site: Promise<SiteModel> | undefined;

/** The site of the real contract, made once for all suites. */
export function readRealSite(): Promise<SiteModel> {
  site ??= readSources().then(readSite);
  return site;
}
