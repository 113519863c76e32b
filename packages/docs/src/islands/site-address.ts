/** Where the page is, and which service is beside it. */

/** Absolute address of the root of the site. */
export function pageRoot(): string {
  return new URL(document.documentElement.dataset["root"] ?? "", document.baseURI).href;
}

/** The address that a form begins with: the reference server has the documentation beside the service. */
export function serviceAddress(otherwise: string): string {
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  return isBeside ? new URL("/api/v1", location.origin).href : otherwise;
}
