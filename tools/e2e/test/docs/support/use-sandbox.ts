import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { watch } from "./use-site.ts";

/** A page of the site that can open the sandbox. */
export interface SandboxTab {
  readonly page: Page;
  /** What the browser complained about, and requests to other origins. */
  readonly complaints: readonly string[];
}

let script: Promise<string> | undefined;

/** Opens the start page of a site below `url`, with `sandboxPage` in it. */
export async function openTab(context: BrowserContext, url: string): Promise<SandboxTab> {
  script ??= bundlePage();
  const page = await context.newPage();
  const complaints = watch(page, new URL(url).origin);
  await page.goto(`${url}v1/`);
  // The debugger is not bound by the policy of the page.
  await page.evaluate(await script);
  return { page, complaints };
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../../src/browser/sandbox-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
  });
  return outputFiles[0]?.text ?? "";
}
