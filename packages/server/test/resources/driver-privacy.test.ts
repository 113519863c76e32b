/** Who is shown what identifies a driver: only callers with `drivers.view`. */
import type { Driver } from "@fleet-api/contract/types/drivers";
import type { Vehicle } from "@fleet-api/contract/types/vehicles";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { driverRequests, tracesIn, tracesOf, unmistakable } from "../support/drivers.ts";
import { exampleRequest } from "../support/example-request.ts";
import { playingOrder } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const lines: string[] = [];
const service = useService({
  settings: { log_level: "debug", log_format: "json" },
  writeLog: (line) => lines.push(line),
});
const username = "demo-agency-admin-1";
const person = unmistakable(1);
const tag = { type: "qr", value: "Qzx1-tag", label: "Qzx1-label" };
const traces = tracesOf([person, { value: tag.value, label: tag.label }]);

/** A caller with `drivers.view`, and one whose role has everything but that. */
let [viewer, other] = ["", ""];
let token = "";
let driver: Driver;
let vehicle: Vehicle;
/** Parameters that lead to the driver, and to the vehicle of the driver. */
let values: Record<string, unknown> = {};
/** What the other caller sent before the permission was withdrawn. */
const before: { readonly path: string; readonly body: object; readonly headers: Record<string, string> }[] = [];
let etag = "";

const { call, assign } = driverRequests({ service, token: () => token });

async function setView(allowed: boolean): Promise<void> {
  const role = "(select role_id from users where username = $1)";
  await service.server.db.query(
    allowed
      ? `insert into role_permissions values (${role}, 'drivers', 'view')`
      : `delete from role_permissions where role_id = ${role} and resource = 'drivers' and action = 'view'`,
    [username],
  );
}

beforeAll(async () => {
  viewer = await service.login();
  other = await service.login(username);
  token = other;
  const keyed = async <Data>(path: string, body: object): Promise<Data> => {
    const headers = { "idempotency-key": `private-${before.length}` };
    const answer = await call<Data>("POST", path, body, headers);
    expect([path, answer.status, answer.body.detail]).toEqual([path, 201, undefined]);
    before.push({ path, body, headers });
    return answer.body.data;
  };
  driver = await keyed<Driver>("/drivers", person);
  const { id: tagId } = await keyed<{ id: number }>(`/drivers/${driver.id}/id_tags`, tag);
  vehicle = await keyed<Vehicle>("/vehicles", { client_id: 1, name: "Driven by somebody", external_id: "private" });
  const assignmentId = await assign(driver.id, vehicle.id);
  const known = { client_id: 1, external_id: person.external_id, first_name: person.first_name };
  await call("POST", "/drivers/import", { match_on: "external_id", items: [known] });
  etag = (await call("GET", `/vehicles/${vehicle.id}`)).headers.get("etag") ?? "";
  values = {
    per_page: 200,
    driver_id: driver.id,
    vehicle_id: vehicle.id,
    id_tag_id: tagId,
    assignment_id: assignmentId,
  };
});

/** Sends what leads to the driver to an operation; returns all that the response shows. */
async function ask(operation: Operation, more: Record<string, unknown> = {}): Promise<[status: number, text: string]> {
  const known = operation.parameters.filter(({ name }) => Object.hasOwn({ ...values, ...more }, name));
  const given = known.map(({ name }) => [name, { ...values, ...more }[name]]);
  const { method, path, body, headers } = exampleRequest(operation, { values: Object.fromEntries(given) });
  const init = { body, headers: { ...headers }, ...(operation.auth !== "none" && { token }) };
  const answer = await service.call(method, path, init);
  return [answer.status, JSON.stringify([...answer.headers, answer.body])];
}

/** What is asked of an operation, besides its example: a search for the name, and a filter by the tag. */
const questions: readonly Record<string, unknown>[] = [{}, { q: person.last_name }, { id_tag: tag.value }];

/** The operations whose responses show the person. */
async function showing(operations: readonly Operation[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const operation of operations)
    for (const question of questions) {
      const isAsked = Object.keys(question).every((name) => operation.parameters.some((one) => one.name === name));
      const [, text] = isAsked ? await ask(operation, question) : [0, ""];
      const shown = tracesIn(text, traces);
      if (shown.length > 0) found.set(operation.id, shown);
    }
  return found;
}

describe("what identifies a driver", () => {
  it("is shown by drivers and by the vehicle, to callers with drivers.view", async () => {
    token = viewer;
    const reads = contractOperations.filter(({ verb }) => verb === "GET");
    const shown = await showing(reads);
    expect([...shown.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        "driversChanges",
        "driversFind",
        "driversGet",
        "driversListing",
        "vehiclesChanges",
        "vehiclesGet",
        "vehiclesListing",
      ]),
    );
    expect(new Set(shown.get("driversGet"))).toEqual(new Set(traces));
    // A summary, and a vehicle, have the name and the number alone.
    const named = tracesOf([person.first_name, person.middle_name, person.last_name, person.personnel_number]);
    expect(shown.get("driversFind")).toEqual(named);
    expect(shown.get("vehiclesGet")).toEqual(named.slice(0, 3));
    const { data } = (await call<Vehicle>("GET", `/vehicles/${vehicle.id}`)).body;
    expect([data.driver_id, data.driver]).toEqual([driver.id, { id: driver.id, full_name: driver.full_name }]);
  });

  it("is shown by no operation to others, whatever else they may do", async () => {
    await setView(false);
    token = other;
    const refused: unknown[] = [];
    for (const operation of contractOperations.filter(({ path }) => path.startsWith("/drivers")))
      refused.push([operation.id, (await ask(operation))[0]]);
    expect(refused).toEqual(refused.map((one) => [Object(one)[0], 403]));
    expect(refused.length).toBeGreaterThanOrEqual(16);

    const { data } = (await call<Vehicle>("GET", `/vehicles/${vehicle.id}`)).body;
    expect([data.driver_id, data.driver]).toEqual([driver.id, null]);
    const conditional = await call("GET", `/vehicles/${vehicle.id}`, undefined, { "if-none-match": etag });
    expect([conditional.status, conditional.headers.get("etag") === etag]).toEqual([200, false]);
    const replays = await Promise.all(before.map(({ path, body, headers }) => call("POST", path, body, headers)));
    expect(replays.map(({ status }) => status)).toEqual([403, 403, 201]);
    expect(replays[2]?.body.data).toMatchObject({ id: vehicle.id, driver_id: driver.id, driver: null });
    expect(tracesIn(JSON.stringify(replays), traces)).toEqual([]);
    const changed = await call<Vehicle>("PATCH", `/vehicles/${vehicle.id}`, { notes: "changed" });
    expect([changed.status, changed.body.data.driver_id, changed.body.data.driver]).toEqual([200, driver.id, null]);

    expect(await showing(playingOrder(contractOperations))).toEqual(new Map());
    other = await service.login(username);
    token = other;
    const left = (await call<Vehicle>("GET", `/vehicles/${vehicle.id}`)).body.data;
    expect([left.driver_id, left.driver]).toEqual([driver.id, null]);
    await setView(true);
    const seen = (await call<Vehicle>("GET", `/vehicles/${vehicle.id}`)).body.data;
    expect(seen.driver).toEqual({ id: driver.id, full_name: driver.full_name });
  });

  it("is in no problem: duplicates, tags in use, drivers in use and invalid values are named by ids and fields", async () => {
    token = viewer;
    const next = unmistakable(2);
    const problems = [
      await call("POST", "/drivers", person),
      await call("POST", "/drivers", { ...next, personnel_number: person.personnel_number }),
      await call("POST", "/drivers", { ...next, email: next.notes, phone: next.notes, timezone: `Zz/${next.notes}` }),
      await call("POST", "/drivers", { ...next, birth_on: "1521-13-41", left_on: "1521-02-30" }),
      await call("POST", "/drivers", { ...next, timezone: "Qzx/Qzx" }),
      await call("DELETE", `/drivers/${driver.id}`),
      await call("POST", `/drivers/${driver.id}/erase`),
      await call("POST", `/drivers/${driver.id}/id_tags`, tag),
      await call("DELETE", `/vehicles/${vehicle.id}`),
      await call("POST", "/drivers/assignments", { driver_id: driver.id, vehicle_id: vehicle.id }),
    ];
    expect(problems.map(({ status }) => status)).toEqual([409, 409, 422, 422, 422, 409, 409, 409, 409, 409]);
    for (const { body } of problems) expect(tracesIn(JSON.stringify(body), [...traces, "qzx", "1521"])).toEqual([]);
  });

  it("is in no line of the log", async () => {
    token = viewer;
    for (const path of [`/drivers/find?q=${person.last_name}`, `/drivers/listing?id_tag=${tag.value}`])
      expect((await call("GET", path)).status).toBe(200);
    await call("POST", "/drivers", person);
    for (const id of ["driversFind", "driversListing", "driversCreate"])
      expect(lines.filter((line) => line.includes(`"${id}"`))).not.toEqual([]);
    expect(lines.flatMap((line) => tracesIn(line, [...traces, "qzx"]))).toEqual([]);
  });
});
