/** The addresses of the site and of the service that serves it. */

/** Absolute address of the root of the site. */
export function pageRoot(): string {
  return new URL(document.documentElement.dataset["root"] ?? "", document.baseURI).href;
}

/** The initial address in a form: the reference server serves both the documentation and the service. */
export function serviceAddress(otherwise: string): string {
  const isBeside = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/docs\//.test(location.href);
  return isBeside ? new URL("/api/v1", location.origin).href : otherwise;
}
