/** What every response to one request has in common. */
export interface AnswerContext {
  readonly requestId: string;
  /** Path of the request, without the secrets in it. */
  readonly instance: string;
  /** Whether the request has a token, valid or not. */
  readonly hasToken: boolean;
  /** Token to hand out, without its scheme; null for none. */
  readonly newerToken: string | null;
}

/** A response with the headers that every response of the contract has. */
export function answerWith(
  { requestId, newerToken }: AnswerContext,
  status: number,
  contentType: string | null,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Response {
  return new Response(body, {
    status,
    headers: {
      "cache-control": "no-store",
      ...(contentType !== null && { "content-type": contentType }),
      ...(newerToken !== null && { authorization: `bearer ${newerToken}` }),
      ...headers,
      "x-request-id": requestId,
    },
  });
}
