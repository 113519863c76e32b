/** The sandbox as the site has it: its size, and how a page opens it. */
import type { openSandbox, Sandbox, SandboxOptions } from "./open-sandbox.ts";
import type { SandboxFile, SandboxManifest } from "./protocol.ts";

/** The sandbox of a site whose root is at an absolute address. */
interface SiteSandbox {
  /** What it loads: `4.6 MB`. */
  readonly size: string;
  open(options: SandboxOptions): Promise<Sandbox>;
}

/** @throws Error when the list of its files cannot be loaded */
export async function findSandbox(root: string): Promise<SiteSandbox> {
  const { module, files } = await readManifest(new URL("sandbox.json", root).href);
  const at = ({ url, bytes }: SandboxFile): SandboxFile => ({ url: new URL(url, root).href, bytes });
  return {
    size: sandboxSize({ module, files }),
    async open(options) {
      const { worker, pglite, data, template } = files;
      const loaded: { openSandbox: typeof openSandbox } = await import(new URL(module, root).href);
      return loaded.openSandbox(
        { worker: at(worker), pglite: at(pglite), data: at(data), template: at(template) },
        options,
      );
    },
  };
}

/** The size of all files, in words. */
export function sandboxSize({ files }: SandboxManifest): string {
  const bytes = Object.values<SandboxFile>({ ...files }).reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function readManifest(url: string): Promise<SandboxManifest> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new Error(`The list of its files could not be loaded (${String(error)}). Reload the page.`, { cause: error });
  }
}
