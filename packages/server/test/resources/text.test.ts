import { hash } from "@node-rs/argon2";
import { validators } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOperations, resolveSchema } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import { cheapPasswords, useService } from "../support/service.ts";

const service = useService();

const nfc = "Caf\u00e9";
const nfd = "Cafe\u0301";

interface Named {
  readonly id: number;
  readonly name: string;
}

function createGroup(token: string, name: string) {
  return service.call<Named>("POST", "/unit_groups", { token, body: { client_id: 1, name } });
}

async function find(token: string, q: string): Promise<readonly string[]> {
  const { status, body } = await service.call<Named[]>("GET", `/unit_groups/find?${new URLSearchParams({ q })}`, {
    token,
  });
  expect(status).toBe(200);
  return body.data.map(({ name }) => name);
}

describe("names that look the same", () => {
  it("are the same: in another Unicode form, and in other case, whatever the alphabet", async () => {
    const token = await service.login();
    for (const [first, second] of [
      ["\u2764\ufe0f Depot\u200d Z", "\u2764 Depot Z"],
      [nfd, nfc],
      ["ЖУК", "жук"],
      ["ΟΔΟΣ", "οδος"],
      ["J\u030cAN", "\u01f0an"],
    ] as const) {
      const made = await createGroup(token, first);
      expect([made.status, made.body.data.name]).toEqual([201, first.normalize("NFC")]);
      const again = await createGroup(token, second);
      expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", made.body.data.id]);
      for (const q of [first, second, second.toLowerCase(), second.toUpperCase()]) {
        expect(await find(token, q)).toContain(first.normalize("NFC"));
      }
    }
  });

  it("stay apart where only an accent or a letter differs", async () => {
    const token = await service.login();
    for (const name of ["Sudwind", "Südwind", "Groß", "Gross", "Ilk", "İlk", "ılk"]) {
      expect((await createGroup(token, name)).status).toBe(201);
    }
  });

  it("are sorted by their letters", async () => {
    const token = await service.login();
    for (const name of ["zebra", "Ähre", "apfel", "Apfel 2", "Öl", "жук 2", "Zug", "əli"]) {
      expect((await createGroup(token, `sorted ${name}`)).status).toBe(201);
    }
    const names = ["Ähre", "apfel", "Apfel 2", "əli", "Öl", "zebra", "Zug", "жук 2"].map((name) => `sorted ${name}`);
    expect(await find(token, "sorted ")).toEqual(names);
    const { body } = await service.call<Named[]>("GET", "/unit_groups/listing?sort=-name&per_page=200", { token });
    const listed = body.data.map(({ name }) => name).filter((name) => name.startsWith("sorted "));
    expect(listed).toEqual(names.toReversed());
  });

  it("count after they were brought into their form", async () => {
    const token = await service.login();
    expect((await createGroup(token, "e\u0301".repeat(120))).status).toBe(201);
    const { status, body } = await createGroup(token, "e\u0301".repeat(121));
    expect([status, body.errors?.[0]]).toMatchObject([422, { pointer: "/name", code: "max_length" }]);
  });

  it("are the same in two requests with one key", async () => {
    const token = await service.login();
    const send = (name: string) =>
      service.call<Named>("POST", "/unit_groups", {
        token,
        headers: { "idempotency-key": "one-name" },
        body: { client_id: 1, name },
      });
    const first = await send(`once ${nfd}`);
    const second = await send(`once ${nfc}`);
    expect([first.status, second.status, second.body.data.id]).toEqual([201, 201, first.body.data.id]);
  });
});

/** Every name in a body of the contract: what has to have something to see. */
const names = contractOperations.flatMap((operation) => {
  const members = operation.body === null ? {} : (resolveSchema(operation.body).properties ?? {});
  return Object.entries(members).flatMap(([name, { pattern }]) =>
    pattern?.includes("\\u2800") === true ? [{ operation, name }] : [],
  );
});

const { q } = validators.unitsFind.parameters.query;
const isSearch = (text: string): boolean => q?.validate(text) === true;

/** What nobody sees, with what looks like nothing between other characters. */
const invisible = fc.constantFrom(
  ..." \t\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200d\u202e\u2028\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff9",
);

describe("a name that nobody sees", () => {
  it("is refused wherever a search for it is, in every body of the contract with a name", async () => {
    const sent = names.map(({ operation: { verb, path }, name }) => `${verb} ${path} ${name}`);
    for (const path of ["/unit_groups", "/units", "/clients"])
      expect(sent).toEqual(
        expect.arrayContaining([`POST ${path} name`, expect.stringMatching(`^PATCH ${path}/.+ name$`)]),
      );
    const token = await service.login();
    for (const { operation, name } of names) {
      const accepts = (text: string): boolean => {
        const validate = validators[operation.id as keyof typeof validators].body;
        return validate?.({ ...Object(operation.bodyExample), [name]: text }) === true;
      };
      fc.assert(
        fc.property(
          fc.string({ unit: fc.oneof(invisible, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })) }),
          (text) => {
            if (!isSearch(text)) expect(accepts(text)).toBe(false);
          },
        ),
      );
      fc.assert(
        fc.property(fc.string({ unit: invisible }), (text) => {
          expect([isSearch(text), accepts(text)]).toEqual([false, false]);
        }),
      );
      const { method, path, headers, body } = exampleRequest(operation);
      const refused = await service.call(method, path, {
        token,
        headers,
        body: { ...Object(body), [name]: "\u2800\u00ad" },
      });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: `/${name}`, code: "pattern" })],
      ]);
    }
  });

  it("may have what shapes its visible characters, and nothing else that is invisible", async () => {
    const token = await service.login();
    for (const name of [
      "\u2764\ufe0f",
      "\u{1f469}\u200d\u{1f527} 2",
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
      "می\u200cخواهم",
    ])
      expect([name, (await createGroup(token, name)).status]).toEqual([name, 201]);
    for (const name of ["Depot\u00ad Z", "a\u202eb", "a\u200d", "a\u2028b", "a\u2800", " a", "a "])
      expect([name, (await createGroup(token, name)).status]).toEqual([name, 422]);
  });
});

describe("a login", () => {
  const username = "demo-client-west";
  const logIn = (password: string, name = username) =>
    service.call("POST", "/auth/login", { body: { username: name, password } });
  const store = (phc: string) =>
    service.server.db.query("update users set password_hash = $2 where username = $1", [username, phc]);
  const stored = async (): Promise<string> => {
    const [row] = await service.server.db.query<{ password_hash: string }>(
      "select password_hash from users where username = $1",
      [username],
    );
    return row?.password_hash ?? "";
  };

  it("takes a password in whichever form it is typed", async () => {
    await store(await cheapPasswords.hash(nfd));
    const phc = await stored();
    expect([(await logIn(nfd)).status, (await logIn(nfc)).status, await stored()]).toEqual([200, 200, phc]);
  });

  it("takes a password as it was typed when it was hashed so, and hashes it anew", async () => {
    await store(await hash(nfd, { memoryCost: 64, timeCost: 1, parallelism: 1 }));
    const phc = await stored();
    expect([(await logIn(nfc)).status, await stored()]).toEqual([401, phc]);
    expect((await logIn(nfd)).status).toBe(200);
    expect(await stored()).not.toBe(phc);
    expect([(await logIn(nfc)).status, (await logIn(nfd)).status]).toEqual([200, 200]);
  });

  it("takes the username in any case, and in full-width letters only if it has them", async () => {
    await store(await cheapPasswords.hash("plain"));
    expect((await logIn("plain", "DEMO-Client-WEST")).status).toBe(200);
    expect((await logIn("plain", "demo-client-west".replace("c", "\uff43"))).status).toBe(401);
  });
});
