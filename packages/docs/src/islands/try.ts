/** Starts the page "Try it". */
import type { openSandbox } from "../sandbox/open-sandbox.ts";
import type { SandboxFile, SandboxManifest } from "../sandbox/protocol.ts";
import { TryPage } from "../try/try-page.ts";

const place = document.querySelector<HTMLElement>("#try");
if (place !== null) await start(place);

async function start(page: HTMLElement): Promise<void> {
  const { root = "" } = document.documentElement.dataset;
  const { baseUrl = "" } = page.dataset;
  const absolute = (url: string): string => new URL(url, new URL(root, document.baseURI)).href;
  const manifest = await readManifest(absolute("sandbox.json"));
  // The reference server has the documentation beside the service.
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  // oxlint-disable-next-line no-new -- it lives in the page
  new TryPage({
    place: page,
    root: absolute(""),
    forms: absolute("try/forms/"),
    baseUrl: isBeside ? new URL("/api/v1", location.origin).href : baseUrl,
    sandboxSize: manifest instanceof Error ? "" : sizeText(manifest),
    now: () => performance.now(),
    openSandbox: async (options) => {
      if (manifest instanceof Error) throw manifest;
      const { module, files } = manifest;
      const at = ({ url, bytes }: SandboxFile): SandboxFile => ({ url: absolute(url), bytes });
      const { worker, pglite, data, template } = files;
      const loaded: { openSandbox: typeof openSandbox } = await import(absolute(module));
      return loaded.openSandbox(
        { worker: at(worker), pglite: at(pglite), data: at(data), template: at(template) },
        options,
      );
    },
  });
}

async function readManifest(url: string): Promise<SandboxManifest | Error> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    return new Error(`The list of its files could not be loaded (${String(error)}). Reload the page.`);
  }
}

function sizeText({ files }: SandboxManifest): string {
  const bytes = Object.values<SandboxFile>({ ...files }).reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
