import type { FixedAnswer } from "./messages.ts";

/** Headers that every Node server adds by itself. */
const automatic = ["connection", "date", "keep-alive", "content-length"];

/** Takes down the answer to one request, for the raw server to repeat. */
export async function recordAnswer(url: string, headers: Record<string, string>): Promise<FixedAnswer> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const body = await response.text();
  const kept = [...response.headers].filter(([name]) => !automatic.includes(name));
  return {
    status: response.status,
    headers: [...kept.flat(), "content-length", String(Buffer.byteLength(body))],
    body,
  };
}

/** Throws when two answers differ in more than the id of the request. */
export function expectSame(ours: FixedAnswer, raw: FixedAnswer): void {
  const names = (answer: FixedAnswer): string => answer.headers.filter((_text, index) => index % 2 === 0).join();
  if (ours.body !== raw.body || names(ours) !== names(raw)) {
    throw new Error("the raw server does not give the answer of the reference server");
  }
}
