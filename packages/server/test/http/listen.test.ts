import { describe, expect, it } from "vitest";
import { ListenError, createHost } from "../../src/http/index.ts";
import { fakeService } from "../kernel/support/fake-service.ts";
import { startHost } from "./support/running-host.ts";

describe("listen", () => {
  it("gives the address with the port that the system chose", async () => {
    const { origin, port } = await startHost();
    expect(port).toBeGreaterThan(0);
    expect(origin).toBe(`http://127.0.0.1:${port}`);
  });

  it("explains a port in use in one line, with the way out", async () => {
    const { port } = await startHost();
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => log };
    const second = createHost({ kernel: fakeService().kernel, cors: { origins: "*" }, log });
    const failure = await second.listen({ port, host: "127.0.0.1" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ListenError);
    expect(failure).toMatchObject({
      code: "EADDRINUSE",
      message: `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another (--port or FLEET_PORT).`,
    });
    await second.close();
  });

  it("explains an address that the machine does not have", async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => log };
    const host = createHost({ kernel: fakeService().kernel, cors: { origins: "*" }, log });
    await expect(host.listen({ port: 0, host: "192.0.2.77" })).rejects.toThrow(
      "This machine does not have the address 192.0.2.77.",
    );
    await host.close();
  });
});
