/** What runtimes tell about themselves, each in its own way. */
interface Host {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Name and version of the runtime that this runs on, for example `node 20.19.0`. Most others pose as Node, too. */
export function runtimeName(host: Host = Object(globalThis)): string {
  if (host.Bun) return `bun ${host.Bun.version}`;
  if (host.Deno) return `deno ${host.Deno.version.deno}`;
  const agent = host.navigator?.userAgent ?? "";
  const node = host.process?.versions?.node;
  return node === undefined || agent === "Cloudflare-Workers" ? agent : `node ${node}`;
}
