/** `ids` and `external_id` of every listing. */
import { describe, expect, it } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { canHave, createRecord } from "../support/create-record.ts";
import { collectionsOf, takes } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const service = useService();
const collections = collectionsOf(contractOperations);

describe.each(collections)("the listing of %s", (collection) => {
  const list = async (query: string, user?: string) => {
    const token = await service.login(user);
    return service.call<{ id: number }[]>("GET", `/${collection}/listing?${query}`, { token });
  };
  const idsOf = async (query: string, user?: string): Promise<number[]> => {
    const { status, body } = await list(query, user);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map(({ id }) => id);
  };
  const create = async (external_id: string): Promise<number> =>
    createRecord(service, collection, { token: await service.login(), members: { external_id } });

  it("finds records by ids, once each, written with commas or in several parts", async () => {
    const [one, two, three] = [await create("by id 1"), await create("by id 2"), await create("by id 3")];
    expect(await idsOf(`ids=${three},${one},${one},999999`)).toEqual([one, three]);
    expect(await idsOf(`ids=${one},${two}&ids=${three}`)).toEqual([one, two, three]);
    expect(await idsOf(`ids=${one}%2C${two}`)).toEqual([one, two]);
    expect((await list(`ids=${one},,${two}`)).status).toBe(422);
    expect((await list("ids=")).status).toBe(422);
    const many = Array.from({ length: 200 }, (_, index) => one + index).join(",");
    expect(await idsOf(`ids=${many}&per_page=200`)).toEqual([one, two, three]);
    expect((await list(`ids=${many},1`)).body.errors?.[0]?.code).toBe("max_items");
  });

  it("finds records by external_id; a comma that belongs to a value is encoded", async () => {
    expect(canHave(collection, "external_id")).toBe(true);
    const [plain, comma] = [await create("plain"), await create("a,b")];
    expect(await idsOf("external_id=plain,nobody")).toEqual([plain]);
    expect(await idsOf("external_id=a%2Cb&external_id=plain")).toEqual([plain, comma]);
    expect(await idsOf("external_id=a,b")).toEqual([]);
    expect(await idsOf(`external_id=plain&ids=${comma}`)).toEqual([]);
    expect((await list("external_id=a,,b")).status).toBe(422);
  });

  it("finds nothing outside of the scope", async () => {
    const id = await create("out of scope");
    expect(await idsOf(`ids=${id}`, "demo-agency-admin-2")).toEqual([]);
    expect(await idsOf("external_id=out%20of%20scope", "demo-agency-admin-2")).toEqual([]);
  });
});

it("every conventional listing takes both", () => {
  const listings = contractOperations.filter(({ path }) => /^\/\w+\/listing$/.test(path));
  expect(listings.length).toBeGreaterThanOrEqual(collections.length);
  expect(listings.filter((one) => !(takes(one, "ids") && takes(one, "external_id")))).toEqual([]);
});
