import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHROMIUM_ARGS, findChromium } from "../browser/chromium.ts";

/** The least score that a page may have in each category, of 100. */
export const LEAST = 99;

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** An audit that took points from a category. */
export interface LostPoints {
  readonly category: Category;
  readonly audit: string;
  readonly points: number;
  /** What Lighthouse says about it: a value, or the first elements. */
  readonly reason: string;
}

export interface PageScores {
  /** Of 100. */
  readonly scores: Readonly<Record<Category, number>>;
  readonly lost: readonly LostPoints[];
}

export interface Audited extends PageScores {
  readonly page: string;
  readonly server: string;
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly details?: { readonly items?: readonly unknown[] };
}

/** The part of Lighthouse's report that is read here. */
export interface LighthouseReport {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<Category, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

/** Runs Lighthouse on a page, each time in a process and a browser of its own. */
export async function auditPage(lighthouse: string, url: string, runs: number): Promise<PageScores> {
  const reports: LighthouseReport[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runLighthouse(lighthouse, url));
  return bestScores(reports);
}

/** Takes the best run: other processes only make a page slower, and the rest is the same in each. */
export function bestScores(reports: readonly LighthouseReport[]): PageScores {
  const sums = reports.map((report) => CATEGORIES.reduce((sum, category) => sum + points(report, category), 0));
  const best = reports[sums.indexOf(Math.max(...sums))];
  if (best === undefined) throw new Error("Lighthouse has to run at least once.");
  return {
    scores: {
      performance: points(best, "performance"),
      accessibility: points(best, "accessibility"),
      "best-practices": points(best, "best-practices"),
      seo: points(best, "seo"),
    },
    lost: CATEGORIES.flatMap((category) => lostPoints(best, category)),
  };
}

async function runLighthouse(lighthouse: string, url: string): Promise<LighthouseReport> {
  const cli = join(lighthouse, "node_modules/lighthouse/cli/index.js");
  const flags = ["--headless=new", "--no-sandbox", ...CHROMIUM_ARGS].join(" ");
  const args = [cli, url, "--output=json", "--quiet", "--no-enable-error-reporting", `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, CHROME_PATH: findChromium() },
    maxBuffer: 2 ** 28,
  });
  const report: LighthouseReport = JSON.parse(stdout);
  if (report.runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`);
  return report;
}

function points({ categories }: LighthouseReport, category: Category): number {
  return Math.round((categories[category].score ?? 0) * 100);
}

function lostPoints({ categories, audits }: LighthouseReport, category: Category): LostPoints[] {
  const counted = categories[category].auditRefs.flatMap(({ id, weight }) => {
    const audit = audits[id];
    return audit === undefined || audit.score === null || weight === 0
      ? []
      : [{ id, weight, audit, score: audit.score }];
  });
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  return counted
    .filter(({ score }) => score < 1)
    .map(({ id, weight, audit, score }) => ({
      category,
      audit: id,
      points: ((1 - score) * weight * 100) / total,
      reason:
        audit.displayValue ?? `${audit.title} ${JSON.stringify(audit.details?.items?.slice(0, 2) ?? []).slice(0, 400)}`,
    }));
}
