/** Where things are, relative to the root of a version of the site. Links depend on these: a renamed page gets a redirect. */

export const operationUrl = (id: string): string => `operations/${id}/`;
export const schemaUrl = (name: string): string => `schemas/${name}/`;
export const problemUrl = (code: string): string => `problems/${code}/`;
export const permissionUrl = (permission: string): string => `permissions/${permission}/`;
export const groupUrl = (slug: string): string => `groups/${slug}/`;
export const guideUrl = (slug: string): string => `guides/${slug}/`;
export const decisionUrl = (page: string): string => `decisions/${page}/`;
export const packageUrl = (page: string): string => `packages/${page}/`;
export const tryUrl = "try/";
export const mapUrl = "map/";
export const workflowsUrl = "workflows/";

/** The way from one page to another, for pages whose paths end with a slash. */
export function relativeUrl(from: string, to: string): string {
  const depth = from.split("/").length - 1;
  return `${"../".repeat(depth)}${to}` || "./";
}
