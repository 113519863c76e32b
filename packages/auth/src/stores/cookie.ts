/** Keeps a session in a cookie, for the time of one request on a server that renders pages. Runs anywhere. */
export { cookieStore, type CookieAttributes, type CookieBridge } from "./cookie/cookie-store.ts";
