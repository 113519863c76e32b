import { describe, expect, it } from "vitest";
import { createInside } from "../../src/db/inside.ts";

const cases = [
  { name: "with an async context", create: () => createInside() },
  { name: "without one, as in browsers", create: () => createInside(null) },
];

describe.each(cases)("inside of a transaction, $name", ({ create }) => {
  it("refuses the unit of work itself, also after something was awaited", async () => {
    const inside = create().ofRequest();
    const attempt = inside.run(async () => {
      await Promise.resolve();
      inside.refuse();
    });
    await expect(attempt).rejects.toMatchObject({ code: "25001" });
  });

  it("lets others wait meanwhile", async () => {
    const database = create();
    let end = (): void => {};
    const running = database.ofRequest().run(() => new Promise<void>((resolve) => (end = resolve)));
    expect(() => database.refuse()).not.toThrow();
    expect(() => database.ofRequest().refuse()).not.toThrow();
    end();
    await running;
  });

  it("refuses nothing when it has ended, whatever the end", async () => {
    const inside = create().ofRequest();
    await inside.run(async () => {});
    await inside.run(() => Promise.reject(new Error("failed"))).catch(() => undefined);
    expect(() => inside.refuse()).not.toThrow();
  });
});
