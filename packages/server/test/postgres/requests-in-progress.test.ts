/** On the embedded database, which has one connection, the second request waits for the first and gets its response. */
import { expect, it } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import { collectionsOf } from "../support/example-variants.ts";
import { groupKinds } from "../support/group-kinds.ts";
import { useService } from "../support/service.ts";

const service = useService();
const withKeys = contractOperations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === "Idempotency-Key"),
);
const tables = [...groupKinds.map(({ memberships }) => memberships), ...collectionsOf(contractOperations)];

it.each(withKeys)("$id is refused while the same request is carried out", async (operation) => {
  const token = await service.login();
  const { method, path, headers, body } = exampleRequest(operation, { optional: true });
  const send = () => service.call<{ id?: number }>(method, path, { token, headers, body });
  const both = await service.server.db.transaction(async (tx) => {
    // One of the two waits for the tables, so the one that is answered was refused.
    await tx.query(`lock table ${tables.join(", ")} in exclusive mode`);
    const sent = [send(), send()];
    const { status, headers: given, body: problem } = await Promise.race(sent);
    expect([status, problem.code, problem.retry_after_s]).toEqual([409, "request_in_progress", 1]);
    expect(given.get("retry-after")).toBe("1");
    return sent;
  });
  const carriedOut = (await Promise.all(both)).find(({ status }) => status < 300);
  expect(carriedOut).toBeDefined();
  // The next example finds the names of the demo fleet free.
  if (carriedOut?.status === 201) await service.call("DELETE", `${path}/${carriedOut.body.data.id}`, { token });
});
