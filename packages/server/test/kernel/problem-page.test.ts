import { problems } from "@fleet-api/contract/problems";
import { describe, expect, it } from "vitest";
import { problemPage } from "../../src/kernel/problem-page.ts";
import { fakeService, send } from "./support/fake-service.ts";

const { kernel } = fakeService();
const codes = Object.entries(problems);

/** The answer to a path outside of the contract's base path. */
async function get(path: string, method = "GET"): Promise<Response> {
  return kernel.fetch(new Request(`http://127.0.0.1:4080${path}`, { method }), { ip: "127.0.0.1" });
}

describe("the pages about problems", () => {
  it.each(codes)("%s has one, which says what it means", async (code, { title, status, description }) => {
    const response = await get(`/problems/${code}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<dd>${status}</dd>`);
    expect(text.replaceAll(/<\/?code>/g, "")).toContain(`<p>${description.replaceAll("`", "")}</p>`);
  });

  it("the type of a problem leads to its page", async () => {
    const refused = await send(kernel, "GET", "/units/listing?a=1", { headers: { authorization: "bearer good" } });
    const { type, code }: { type: string; code: string } = await refused.json();
    const page = await get(type);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<code>${code}</code>`);
  });

  it("a list leads to each of them", async () => {
    const text = await (await get("/problems")).text();
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(links).toEqual(codes.map(([code]) => `/problems/${code}`));
    expect(await (await get("/problems/")).text()).toBe(text);
  });

  it("may be cached and run nothing", async () => {
    const { headers } = await get("/problems/gone");
    expect(headers.get("cache-control")).toBe("private, max-age=3600");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  it("answers HEAD and OPTIONS, and refuses other methods", async () => {
    const head = await get("/problems/gone", "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await get("/problems/gone", "OPTIONS");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const post = await get("/problems/gone", "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it.each([
    "/problems/nothing",
    "/problems/__proto__",
    "/problems/constructor",
    "/problems/gone/",
    "/problems/Gone",
    "/problems/%67one",
    "/problems//gone",
    "/problemsgone",
    "/api/v1/problems/gone",
  ])("there is none at %s", async (path) => {
    expect(problemPage(path)).toBeNull();
    expect((await get(path)).status).toBe(404);
  });
});
