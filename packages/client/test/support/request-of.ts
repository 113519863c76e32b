/** What an injected fetch was asked for, as one `Request`: calls give it a URL and an init, `fleet.raw` a `Request`. */
export function requestOf(input: string | Request, init?: RequestInit): Request {
  return input instanceof Request ? input : new Request(input, init);
}
