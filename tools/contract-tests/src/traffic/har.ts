import { writeFile } from "node:fs/promises";

/** A header field or a query parameter, as HAR 1.2 writes it. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** One request with its answer: an entry of HAR 1.2, with the members that it demands. */
export interface Exchange {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly NameValue[];
    readonly queryString: readonly NameValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly NameValue[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

/** Writes exchanges as a HAR 1.2 file. */
export async function writeHar(file: string, entries: readonly Exchange[]): Promise<void> {
  const creator = { name: "fleet-api contract tests", version: "1.0.0" };
  await writeFile(file, `${JSON.stringify({ log: { version: "1.2", creator, entries } }, null, 2)}\n`);
}

/** The value of a header field, whatever the case of its name; null when there is none. */
export function headerOf(headers: readonly NameValue[], name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null;
}
