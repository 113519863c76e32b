import { join } from "node:path";
import { generate } from "orval";

/**
 * Writes the client that orval generates into `folder`. It is made here because a part of orval needs the JavaScript
 * compiler API of TypeScript 5, which only this package has.
 * @param document - path of an OpenAPI document
 * @throws Error when orval does not accept the document
 */
export async function generateOrval(folder: string, document: string): Promise<void> {
  const output = { target: join(folder, "client.ts"), client: "fetch", mode: "single" } as const;
  // Without the option it prints what is wrong and resolves as if nothing had happened.
  await generate({ input: { target: document }, output }, folder, { throwOnError: true });
}
