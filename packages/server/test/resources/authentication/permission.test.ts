import type { User } from "@fleet-api/contract/types/authentication";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import { queryOf, scopeFilters } from "../../access/matrix/case.ts";
import { prepareWorld } from "../../access/matrix/world.ts";
import { coversPart } from "../../support/hierarchy.ts";
import { useService } from "../../support/service.ts";

const service = useService();

describe("GET /auth/permission/{resource}/action/{action}", () => {
  const ask = async (username: string, path: string) => {
    const token = await service.login(username);
    return service.call("GET", `/auth/permission/${path}`, { token });
  };

  it("200: allowed and not allowed, with the title of the catalogue and the scope that was asked for", async () => {
    const allowed = await ask("demo-partner-admin", "units/action/create?partner_id=demo-partner");
    expect(allowed.body.data).toEqual({
      resource: "units",
      action: "create",
      title: "Create units",
      allow: true,
      scope: { partner_id: "demo-partner", agency_id: null, client_id: null },
    });
    expect((await ask("demo-read-only", "units/action/create")).body.data["allow"]).toBe(false);
  });

  it("200: a granted action in a scope that is not the caller's is not allowed", async () => {
    expect((await ask("demo-agency-admin-1", "units/action/view?agency_id=demo-agency-1")).body.data["allow"]).toBe(
      true,
    );
    expect((await ask("demo-agency-admin-1", "units/action/view?agency_id=demo-agency-2")).body.data["allow"]).toBe(
      false,
    );
    expect((await ask("demo-client-north", "units/action/view?partner_id=demo-partner")).body.data["allow"]).toBe(
      false,
    );
  });

  it("404 unknown_permission: says what there is instead", async () => {
    const action = await ask("demo-partner-admin", "units/action/fly");
    expect([action.status, action.body.code]).toEqual([404, "unknown_permission"]);
    expect(action.body.detail).toContain("units_technical");
    const resource = await ask("demo-partner-admin", "unit/action/view");
    expect([resource.status, resource.body.code]).toEqual([404, "unknown_permission"]);
    expect((await ask("demo-partner-admin", "constructor/action/view")).status).toBe(404);
  });

  it("agrees with the permissions of the User record", async () => {
    const body = { username: "demo-read-only", password: "fleet-demo-read-only" };
    const login = await service.call<User>("POST", "/auth/login", { body });
    const token = login.headers.get("authorization") ?? "";
    for (const [resource, { actions }] of Object.entries(login.body.data.permissions)) {
      for (const [action, { allow }] of Object.entries(actions)) {
        const answer = await service.call("GET", `/auth/permission/${resource}/action/${action}`, { token });
        expect([resource, action, answer.body.data["allow"]]).toEqual([resource, action, allow]);
      }
    }
  });

  // The last test: it makes another fleet of the demo.
  it("allows each user what the role grants, in the parts of the hierarchy that the scope covers", async () => {
    const world = await prepareWorld(service);
    const wrong: string[] = [];
    for (const caller of world.callers.filter(({ token }) => token !== null)) {
      for (const permission of ["units.view", "units.delete", "partners.create"]) {
        const [resource = "", action = ""] = permission.split(".");
        for (const where of scopeFilters(operations.authPermission, world)) {
          const path = `/auth/permission/${resource}/action/${action}${queryOf(where)}`;
          const { body } = await service.call("GET", path, { token: caller.token ?? "" });
          const allow = caller.may(resource, action) && coversPart(world, caller.cover, where);
          if (body.data["allow"] !== allow) wrong.push(`${caller.name} ${path}: ${String(body.data["allow"])}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
