import { contractOperations } from "../../support/contract-operations.ts";
import type { GroupKind } from "../../support/group-kinds.ts";
import type { Service } from "../../support/service.ts";
import type { Conditions, Expected, ModelGroup, Refused } from "./group-model.ts";
import { GroupModel, emptyGroup, pageOf, shown, summaryOf, unknown, whyUnlike } from "./group-model.ts";
import type { Fields, IfMatch, Key, MembersStep, Step } from "./group-steps.ts";
import type { WireAnswer, WireRequest } from "../../support/send.ts";
import { jsonOf } from "../../support/send.ts";
import type { Session } from "./session.ts";

/** An id that no record has. */
const nobody = 999_999_999;
/** How long a request is remembered under its key. */
const DAY = 24 * 60 * 60_000;

type Of<Name extends Step["do"]> = Extract<Step, { readonly do: Name }>;

/** A request of a step. */
interface Asked {
  /** How its operationId ends. */
  readonly operation: string;
  readonly target: string;
  readonly body?: unknown;
  readonly header?: readonly [string, string] | undefined;
  readonly key?: Key;
}

/** Takes steps on the groups of one kind, and compares every answer of the service with what the model says. */
export class GroupRunner {
  readonly #kind: GroupKind;
  readonly #base: string;
  readonly #service: Service;
  readonly #session: Session;
  readonly #clients: readonly number[];
  readonly #membersOf: ReadonlyMap<number, readonly number[]>;
  readonly #model = new GroupModel();
  readonly #remembered = new Map<number, { content: string; at: number; first: WireAnswer }>();
  readonly #tags = new Map<number, { tag: string; shown: string }>();

  /** `membersOf` has what groups of two clients may have as members; nobody else may change anything. */
  constructor(
    kind: GroupKind,
    {
      service,
      session,
      membersOf,
    }: {
      readonly service: Service;
      readonly session: Session;
      readonly membersOf: ReadonlyMap<number, readonly number[]>;
    },
  ) {
    this.#kind = kind;
    this.#base = `/${kind.table}`;
    this.#service = service;
    this.#session = session;
    this.#membersOf = membersOf;
    this.#clients = [...membersOf.keys()];
  }

  /** @throws Error with the request, for an answer that the model does not predict */
  async take(step: Step): Promise<void> {
    if (step.do === "create") return this.#create(step);
    if (step.do === "update") return this.#update(step);
    if (step.do === "delete") return this.#delete(step);
    if (step.do === "restore") return this.#restore(step);
    if (step.do === "get") return this.#get(step);
    if (step.do === "list") return this.#list(step);
    if (step.do === "listByClient") return this.#listByClient(step);
    if (step.do === "find") return this.#find(step);
    if (step.do === "members") return this.#listMembers(step);
    if (step.do !== "wait") return this.#changeMembers(step);
    this.#service.clock.advance(step.ms);
    this.#session.renew();
  }

  #groupId(choice: number): number {
    const { groups } = this.#model;
    return choice % 13 === 12 ? nobody : (groups[choice % Math.max(groups.length, 1)]?.id ?? nobody);
  }

  #body({ fields, parent }: Fields): Fields["fields"] & { parent_id?: number | null } {
    if (parent === undefined) return fields;
    return { ...fields, parent_id: parent === null ? null : this.#groupId(parent) };
  }

  #shown(group: ModelGroup): object {
    return shown(group, this.#kind.count);
  }

  #summary(group: ModelGroup): object {
    return summaryOf(group, this.#kind.count);
  }

  #now(): string {
    return this.#service.clock.now().toISOString();
  }

  async #create(step: Of<"create">): Promise<void> {
    const client_id = this.#clients[step.client] ?? nobody;
    const fields = this.#body(step);
    const body = { client_id, ...fields };
    await this.#once({ operation: "Create", target: this.#base, body, key: step.key }, (answer) => {
      const refusal = this.#model.refuseNew(client_id, fields);
      if (refusal !== null || answer.status !== 201) return refusal ?? { status: 201 };
      const { id } = jsonOf<{ id: number }>(answer).data;
      const group = this.#model.add({ ...emptyGroup(client_id), id, created_at: this.#now() }, fields);
      return { status: 201, data: this.#shown(group), headers: { location: `/api/v1${this.#base}/${id}` } };
    });
  }

  async #update(step: Of<"update">): Promise<void> {
    const id = this.#groupId(step.group);
    const body = this.#body(step);
    const { header, conditions } = this.#conditions(id, step.ifMatch);
    await this.#ask({ operation: "Update", target: `${this.#base}/${id}`, body, header }, () =>
      this.#changed(id, this.#model.update(id, body, conditions), step.ifMatch),
    );
  }

  async #delete(step: Of<"delete">): Promise<void> {
    const id = this.#groupId(step.group);
    const { header, conditions } = this.#conditions(id, step.ifMatch);
    await this.#ask({ operation: "Delete", target: `${this.#base}/${id}`, header }, () =>
      this.#changed(id, this.#model.delete(id, conditions), step.ifMatch),
    );
  }

  async #restore(step: Of<"restore">): Promise<void> {
    const id = this.#groupId(step.group);
    await this.#once({ operation: "Restore", target: `${this.#base}/${id}/restore`, key: step.key }, () =>
      this.#changed(id, this.#model.restore(id, this.#service.clock.now()), "any"),
    );
  }

  #changed(id: number, refusal: Refused | null, ifMatch: IfMatch): Refused | Expected {
    const group = this.#model.find(id);
    if (refusal !== null || group === undefined) return refusal ?? unknown;
    const notices = ifMatch === "none" ? ["updated_without_precondition"] : [];
    return { status: 200, data: this.#shown(group), notices };
  }

  /** A weak tag matches no version, and neither does one without the time of the change, or with another one. */
  #conditions(id: number, ifMatch: IfMatch): { header: Asked["header"]; conditions: Conditions } {
    const { version, updated_at } = this.#model.find(id) ?? { version: 1, updated_at: "2026-01-01T00:00:00.000Z" };
    const at = Date.parse(updated_at);
    const now = this.#service.clock.now();
    const value = {
      none: undefined,
      any: "*",
      current: `"v${version}-${at}"`,
      stale: `"v${version - 1}-${at}", "v${version}-${at - 1}", "v${version}", "v0${version}-${at}", W/"v${version}-${at}"`,
      several: `"other", "v${version}-${at}-0123456789abcdef" ,, "v${version + 1}-${at}"`,
    }[ifMatch];
    const header = value === undefined ? undefined : (["If-Match", value] as const);
    if (ifMatch === "none" || ifMatch === "any") return { header, conditions: { versions: null, now } };
    return { header, conditions: { versions: ifMatch === "stale" ? [version - 1] : [version, version + 1], now } };
  }

  async #get({ group: choice, deleted, known }: Of<"get">): Promise<void> {
    const id = this.#groupId(choice);
    const group = this.#model.find(id);
    const kept = known ? this.#tags.get(id) : undefined;
    const now = group === undefined ? "" : JSON.stringify(this.#shown(group));
    const header = kept === undefined ? undefined : (["If-None-Match", `"x", W/${kept.tag}`] as const);
    const target = `${this.#base}/${id}${deleted ? "?include_deleted=true" : ""}`;
    const answer = await this.#ask({ operation: "Get", target, header }, () => {
      if (group === undefined || (group.deleted_at !== null && !deleted)) return unknown;
      return kept?.shown === now ? { status: 304 } : { status: 200, data: this.#shown(group) };
    });
    const tag = answer.headers["etag"];
    if (tag !== undefined) this.#tags.set(id, { tag, shown: now });
  }

  async #list({ sort, filters, page }: Of<"list">): Promise<void> {
    const { client, parent, updatedAfter, deleted = false } = filters;
    const clientId = client === undefined ? undefined : (this.#clients[client] ?? nobody);
    const parentId = parent === undefined ? undefined : this.#groupId(parent);
    const after = updatedAfter === undefined ? undefined : this.#model.find(this.#groupId(updatedAfter))?.updated_at;
    const groups = this.#model.groups.filter(
      (group) =>
        (deleted || group.deleted_at === null) &&
        (clientId ?? group.client_id) === group.client_id &&
        (parentId === undefined || parentId === group.parent?.id) &&
        (after === undefined || group.updated_at > after),
    );
    const query = { sort: sort ?? undefined, client_id: clientId, parent_id: parentId, updated_after: after };
    const target = `${this.#base}/listing${queryOf({ ...query, include_deleted: deleted, ...page })}`;
    const sorted = groups.toSorted((one, other) => compare(one, other, (sort ?? "id").split(",")));
    await this.#ask({ operation: "Listing", target }, () =>
      pageOf(
        sorted.map((group) => this.#shown(group)),
        page,
      ),
    );
  }

  async #listByClient({ client, page }: Of<"listByClient">): Promise<void> {
    // Only the first groups have it.
    if (!contractOperations.some(({ id }) => id === `${this.#kind.operations}ListingByClient`)) return;
    const clientId = this.#clients[client];
    const target = `${this.#base}/listing/client/${clientId ?? nobody}${queryOf(page)}`;
    const groups = this.#model.live().filter((group) => group.client_id === clientId);
    await this.#ask({ operation: "ListingByClient", target }, () =>
      clientId === undefined
        ? unknown
        : pageOf(
            groups.toSorted(byId).map((group) => this.#summary(group)),
            page,
          ),
    );
  }

  async #find({ q, page }: Of<"find">): Promise<void> {
    const text = q.toLowerCase();
    const rank = ({ name }: ModelGroup): string => {
      const lower = name.toLowerCase();
      return `${lower === text ? 0 : lower.startsWith(text) ? 1 : 2} ${lower}`;
    };
    const found = this.#model
      .live()
      .filter(({ name, external_id }) => [name, external_id ?? ""].some((one) => one.toLowerCase().includes(text)))
      .toSorted((one, other) => (rank(one) === rank(other) ? byId(one, other) : rank(one) < rank(other) ? -1 : 1));
    const target = `${this.#base}/find${queryOf({ q, ...page })}`;
    await this.#ask({ operation: "Find", target }, () =>
      pageOf(
        found.map((group) => this.#summary(group)),
        page,
      ),
    );
  }

  async #listMembers({ group: choice, descendants, page }: Of<"members">): Promise<void> {
    const id = this.#groupId(choice);
    const group = this.#model.live().find((one) => one.id === id);
    const target = `${this.#base}/${id}/${this.#kind.members}/listing${queryOf({ include_descendants: descendants, ...page })}`;
    await this.#ask({ operation: `${this.#kind.memberOperations}Listing`, target }, () => {
      if (group === undefined) return unknown;
      const groups = descendants ? this.#model.tree(group) : [group];
      const ids = [...new Set(groups.flatMap((one) => [...one.members]))].toSorted((one, other) => one - other);
      return pageOf(
        ids.map((member) => ({ id: member })),
        page,
      );
    });
  }

  async #changeMembers({ do: verb, group: choice, members, mode, dry_run, key }: MembersStep): Promise<void> {
    const id = this.#groupId(choice);
    const { ids: list, members: collection, memberOperations } = this.#kind;
    const all = [...this.#membersOf.values()].flat();
    const ids = members.map((index) => all[index] ?? nobody);
    const wanted = verb === "add";
    const operation = `${wanted ? "Add" : "Remove"}${memberOperations}`;
    const target = `${this.#base}/${id}/${verb}_${collection}`;
    await this.#once({ operation, target, body: { [list]: ids, mode, dry_run }, key }, () => {
      const group = this.#model.live().find((one) => one.id === id);
      if (group === undefined) return unknown;
      const own = this.#membersOf.get(group.client_id) ?? [];
      const outcomes = ids.map((member) =>
        own.includes(member) ? (group.members.has(member) === wanted ? "unchanged" : "changed") : "failed",
      );
      const pointers = outcomes.flatMap((one, index) => (one === "failed" ? [`/${list}/${index}`] : []));
      const failed = pointers.length;
      if (failed > 0 && mode === "all_or_nothing") return { status: 422, code: "validation_failed", pointers };
      for (const member of dry_run ? [] : ids.filter((one) => own.includes(one))) {
        if (wanted) group.members.add(member);
        else group.members.delete(member);
      }
      const results = ids.map((member, index) => ({ index, id: member, outcome: outcomes[index] }));
      const total = ids.length;
      return { status: 200, data: { dry_run, total, succeeded: total - failed, failed, results } };
    });
  }

  /** A request that is carried out once under its key, if it has one. */
  async #once(asked: Asked, predict: (answer: WireAnswer) => Refused | Expected): Promise<void> {
    const { operation, target, body, key = null } = asked;
    if (key === null) return void (await this.#ask(asked, predict));
    const content = JSON.stringify([operation, target, body]);
    const now = this.#service.clock.now().getTime();
    const known = this.#remembered.get(key);
    const header = ["Idempotency-Key", `key-${key}`] as const;
    const isKnown = known !== undefined && known.at > now - DAY;
    const answer = await this.#ask({ ...asked, header }, (given) => {
      if (!isKnown) return predict(given);
      return known.content === content ? this.#replay(known.first) : { status: 422, code: "idempotency_key_reused" };
    });
    if (!isKnown && answer.status < 300) this.#remembered.set(key, { content, at: now, first: answer });
  }

  /** The first status and `Location`, with the group as it is now, deleted or not; bulk results stay. */
  #replay({ status, headers, text }: WireAnswer): Expected {
    const { location } = headers;
    const again = { "idempotency-replayed": "true", ...(location !== undefined && { location }) };
    const group = this.#model.find(JSON.parse(text).data.id ?? 0);
    return group === undefined
      ? { status, headers: again, text }
      : { status, headers: again, data: this.#shown(group) };
  }

  async #ask(asked: Asked, predict: (answer: WireAnswer) => Refused | Expected): Promise<WireAnswer> {
    const { target, body, header } = asked;
    const id = `${this.#kind.operations}${asked.operation}`;
    const operation = contractOperations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    const json = body === undefined ? [] : [["Content-Type", "application/json"] as const];
    const request: WireRequest = {
      method: operation.verb,
      target,
      headers: [["Authorization", await this.#session.token()], ...json, ...(header === undefined ? [] : [header])],
      body: body === undefined ? null : JSON.stringify(body),
    };
    return this.#session.ask(operation, request, (answer) => whyUnlike(answer, predict(answer)));
  }
}

const byId = (one: ModelGroup, other: ModelGroup): number => one.id - other.id;

function compare(one: ModelGroup, other: ModelGroup, keys: readonly string[]): number {
  for (const key of keys) {
    const sign = key.startsWith("-") ? -1 : 1;
    const name = key.endsWith("updated_at") ? "updated_at" : "id";
    if (one[name] !== other[name]) return one[name] < other[name] ? -sign : sign;
  }
  return byId(one, other);
}

function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`;
}
