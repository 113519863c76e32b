/** The examples of the contract, sent as they are, one after another, to a service with the demo fleet. */
import { describe, expect, it } from "vitest";
import { demoLogins } from "../../src/index.ts";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import { playingOrder } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const service = useService();

/** What the reader of an example puts in the place of a placeholder: the newest token of a message, or a password. */
function valueFor(placeholder: string, username: string): string {
  if (placeholder === "<PASSWORD>")
    return demoLogins.find((login) => login.username === username)?.password ?? "a new password";
  const kind = placeholder === "<RESET_TOKEN>" ? "password_reset" : "registration";
  const message = service.messages.findLast((each) => each.kind === kind);
  if (message === undefined) throw new Error(`No message has a ${placeholder}.`);
  return message.payload.token;
}

/** Sends the example of an operation with all of its parameters; no example can know the version of a record. */
async function play(operation: Operation) {
  const { method, path, headers, body } = exampleRequest(operation, { optional: true, values: { "If-Match": "*" } });
  const { username = "demo-partner-admin" } = Object(body);
  const fill = <Text extends string | undefined>(text: Text) =>
    text?.replaceAll(/<[A-Z_]+>/g, (placeholder) => valueFor(placeholder, username));
  return service.call(method, fill(decodeURI(path)) ?? "", {
    ...(operation.auth === "required" && { token: await service.login() }),
    headers: { ...headers },
    body: body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body)) ?? ""),
  });
}

describe("the examples of the contract", () => {
  it("succeed one after another, in the order of the contract", async () => {
    const failed: string[] = [];
    for (const operation of playingOrder(contractOperations)) {
      const { status, headers, body } = await play(operation);
      if (status >= 300) failed.push(`${operation.id}: ${status} ${body.detail}`);
      // Each key is its own.
      if (headers.has("idempotency-replayed")) failed.push(`${operation.id}: is taken for an earlier request`);
    }
    expect(failed).toEqual([]);
  });
});
