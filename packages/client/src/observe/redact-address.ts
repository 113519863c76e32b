import type { CallContext } from "../call/middleware.ts";
import { isSecretName, redactText } from "./redact.ts";

/** What stands in an address in the place of a secret: the word of the OpenTelemetry conventions, valid in a URL. */
const mark = "REDACTED";

/** The path below the base address, with values filled in and secret ones marked: `/auth/registration/REDACTED`. */
export function redactedPath({ operation, input }: Pick<CallContext, "operation" | "input">): string {
  return operation.path.replaceAll(/\{([^{}]+)\}/g, (part, name: string) => {
    const value = input.path?.[name];
    return value == null ? part : segment(name, value);
  });
}

/** The query with secret values marked, for example `?page=2&token=REDACTED`; empty without one. */
export function redactedQuery({ input }: Pick<CallContext, "input">): string {
  const parts = Object.entries(input.query ?? {}).flatMap(([name, value]) =>
    value == null
      ? []
      : [
          `${segment("", name)}=${[value]
            .flat()
            .slice(0, 10)
            .map((each) => segment(name, each))}`,
        ],
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

function segment(name: string, value: unknown): string {
  if (isSecretName(name)) return mark;
  const text = value instanceof Date ? value.toJSON() : typeof value === "object" ? "" : String(value);
  try {
    return encodeURIComponent(redactText(text ?? "", [], 64)).replaceAll("%5Bredacted%5D", mark);
  } catch {
    // Half a surrogate pair: the call is refused for it, see serialize/scalar.ts.
    return "";
  }
}
