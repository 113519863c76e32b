import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Scope, ScopeFilter } from "../../src/access/index.ts";
import { buildScope, narrowScope, scopeCondition } from "../../src/access/index.ts";

/** Any hierarchy, and any part of it as a caller's scope. */
const hierarchy = fc
  .record({
    agencies: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    clients: fc.array(fc.nat(3), { maxLength: 8 }),
    level: fc.constantFrom("partner", "agency", "client"),
    pick: fc.nat(),
  })
  .map(({ agencies, clients, level, pick }) => {
    const allAgencies = agencies.map((p, n) => ({ id: `a${n}`, partner_id: `p${p}` }));
    const allClients = clients.map((a, n) => {
      const agency = allAgencies[a % allAgencies.length] ?? { id: "", partner_id: "" };
      return { id: n + 1, agency_id: agency.id, partner_id: agency.partner_id };
    });
    if (level === "client") {
      const some = allClients.filter((_, n) => (pick >> n) % 2 === 0);
      return buildScope({ partners: [], agencies: [], clients: some });
    }
    const agency = allAgencies[pick % allAgencies.length] ?? { id: "", partner_id: "" };
    const inside = allAgencies.filter((a) =>
      level === "partner" ? a.partner_id === agency.partner_id : a.id === agency.id,
    );
    const ids = new Set(inside.map((a) => a.id));
    return buildScope({
      partners: level === "partner" ? [agency.partner_id] : [],
      agencies: inside,
      clients: allClients.filter((client) => ids.has(client.agency_id)),
    });
  });

const filter = fc.record(
  {
    partner_id: fc.option(fc.constantFrom("p0", "p1", "p2", "nowhere")),
    agency_id: fc.option(fc.constantFrom("a0", "a1", "a2", "a3", "nowhere")),
    client_id: fc.option(fc.integer({ min: 1, max: 10 })),
  },
  { requiredKeys: [] },
);

const isInside = (inner: Scope, outer: Scope): boolean =>
  inner.partners.every((id) => outer.partners.includes(id)) &&
  inner.agencies.every((agency) => outer.agencies.some((other) => other.id === agency.id)) &&
  inner.client_ids.every((id) => outer.client_ids.includes(id));

describe("narrowing a scope", () => {
  it("never widens it", () => {
    fc.assert(
      fc.property(hierarchy, filter, (scope, asked) => {
        const narrowed = narrowScope(scope, asked);
        expect(narrowed === null || isInside(narrowed, scope)).toBe(true);
      }),
    );
  });

  it("gives only what belongs to every id that was asked for", () => {
    fc.assert(
      fc.property(hierarchy, filter, (scope, asked) => {
        for (const client of narrowScope(scope, asked)?.clients ?? []) {
          expect(asked.partner_id ?? client.partner_id).toBe(client.partner_id);
          expect(asked.agency_id ?? client.agency_id).toBe(client.agency_id);
          expect(asked.client_id ?? client.id).toBe(client.id);
        }
      }),
    );
  });

  it("gives every client of the scope that the ids name", () => {
    fc.assert(
      fc.property(hierarchy, filter, (scope, asked) => {
        const expected = scope.clients.filter(
          (client) =>
            (asked.partner_id ?? client.partner_id) === client.partner_id &&
            (asked.agency_id ?? client.agency_id) === client.agency_id &&
            (asked.client_id ?? client.id) === client.id,
        );
        const narrowed = narrowScope(scope, asked);
        expect(narrowed === null ? expected : narrowed.clients).toEqual(expected);
      }),
    );
  });

  it("to what it was narrowed to already changes nothing", () => {
    fc.assert(
      fc.property(hierarchy, filter, (scope, asked) => {
        const once = narrowScope(scope, asked);
        if (once === null) return;
        // The narrowest id decides; the ids above it are its path and need no second look.
        const narrowest = asked.client_id ?? null;
        const again = narrowest === null ? narrowScope(once, {}) : narrowScope(once, asked);
        expect(again).toEqual(once);
      }),
    );
  });

  it("without ids is the scope itself", () => {
    fc.assert(
      fc.property(hierarchy, (scope) => {
        expect(narrowScope(scope, {})).toBe(scope);
      }),
    );
  });
});

describe("a scope", () => {
  const agency = { id: "a1", partner_id: "p1" };
  const clients = [2, 10, 1].map((id) => ({ id, agency_id: "a1", partner_id: "p1" }));

  it("that covers single clients does not cover their agency or partner", () => {
    const scope = buildScope({ partners: [], agencies: [], clients });
    expect(narrowScope(scope, { agency_id: "a1" })).toBeNull();
    expect(narrowScope(scope, { partner_id: "p1" })).toBeNull();
    expect(narrowScope(scope, { agency_id: "a1", client_id: 2 })?.client_ids).toEqual([2]);
  });

  it("refuses ids that do not belong together", () => {
    const scope = buildScope({ partners: ["p1"], agencies: [agency], clients });
    expect(narrowScope(scope, { agency_id: "a2", client_id: 2 })).toBeNull();
    expect(narrowScope(scope, { partner_id: "p2", client_id: 2 })).toBeNull();
    expect(narrowScope(scope, { partner_id: "p2", agency_id: "a1" })).toBeNull();
  });

  it("becomes a condition with its client ids in numeric order as the one parameter", () => {
    const scope = buildScope({ partners: [], agencies: [agency], clients });
    expect(scopeCondition(scope, "u.client_id", 3)).toEqual({
      sql: "u.client_id = any($3::bigint[])",
      params: [[1, 2, 10]],
    });
    expect(() => scopeCondition(scope, "client_id; drop table units", 1)).toThrow(TypeError);
  });

  it("cannot be made by hand", () => {
    expectTypeOf(scopeCondition).parameter(0).toEqualTypeOf<Scope>();
    expectTypeOf<{
      partners: [];
      agencies: [];
      clients: [];
      client_ids: number[];
    }>().not.toExtend<Scope>();
    expectTypeOf<{ agency_id: string }>().toExtend<ScopeFilter>();
  });
});
