import type { Answer } from "../../support/service.ts";

/** A request, and what it is answered with by somebody who may send it at all. */
export interface Case {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 200 */
  readonly status?: number;
  /** What is wrong with the data of a success. @default nothing */
  readonly wrong?: ((answer: Answer<unknown>) => string | null) | undefined;
  /** The request ends its session, so it needs one of its own. */
  readonly endsSession?: boolean;
}

export function queryOf(values: object): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(entries))}`;
}

export function different(actual: unknown, expected: unknown): string | null {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  return seen === wanted ? null : `${seen} instead of ${wanted}`;
}
