import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** A request and its response, as a test sent and received them. */
export interface Exchange {
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body of the response; empty without one. */
  readonly responseBody: string;
}

/** Keeps exchanges until they are saved. */
export interface Recorder {
  add(exchange: Exchange): void;
  /** Writes what was added to the folder of the project's run, which `traffic-setup.ts` makes. */
  save(): void;
}

/** Records one exchange of each kind: thousands that differ in values only would show nothing more of the contract. */
export function createRecorder(): Recorder {
  const kept = new Map<string, Exchange>();
  return {
    add(exchange) {
      const kind = kindOf(exchange);
      if (!kept.has(kind)) kept.set(kind, exchange);
    },
    save() {
      const folder = inject("traffic");
      if (folder !== undefined) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...kept.values()]));
    },
  };
}

/** What the coverage of the contract can tell apart: names of inputs, the status, the code and the response headers. */
function kindOf({ method, path, headers, body, status, responseHeaders, responseBody }: Exchange): string {
  const [target = "", query = ""] = path.split("?");
  const json = (text: string | null): object => Object(isJson(text) ? JSON.parse(text) : null);
  const { code } = json(status < 400 ? null : responseBody) as { readonly code?: unknown };
  const names = [[...new URLSearchParams(query).keys()], ...[headers, json(body), responseHeaders].map(Object.keys)];
  // Segments with a digit are ids and tokens.
  return JSON.stringify([method, target.replaceAll(/[^/]*\d[^/]*/g, "?"), status, code, ...names]);
}

function isJson(text: string | null): text is string {
  return text?.startsWith("{") === true && text.endsWith("}");
}
