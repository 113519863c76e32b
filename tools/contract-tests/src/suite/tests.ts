import type { Stage } from "./stage.ts";

/** Success of the connectivity check. */
export async function exerciseTests({ call }: Stage): Promise<void> {
  await call({ method: "GET", path: "/tests/ping", status: 200 });
}
