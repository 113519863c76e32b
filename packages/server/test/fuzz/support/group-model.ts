import type { Paging } from "./group-steps.ts";
import type { WireAnswer } from "../../support/send.ts";
import { jsonOf } from "../../support/send.ts";

/** What the records of a kind of groups must be after any sequence of requests, in the simplest form that says it. */

/** A group, as the model knows it. */
export interface ModelGroup {
  readonly id: number;
  readonly client_id: number;
  name: string;
  notes: string | null;
  external_id: string | null;
  parent: ModelGroup | null;
  version: number;
  readonly created_at: string;
  updated_at: string;
  deleted_at: string | null;
  readonly members: Set<number>;
}

/** A prediction: the status and code of a refusal, or what the success shows. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly existing_id?: number;
  readonly current_version?: number;
  /** Pointers of the findings. */
  readonly pointers?: readonly string[];
  /** Ids of records that refer to this one. */
  readonly references?: readonly number[];
}

/** The members of a group that requests give. */
export type GroupFields = Partial<Pick<ModelGroup, "name" | "notes" | "external_id">> & { parent_id?: number | null };

const MAX_LEVELS = 5;
const RESTORE_MS = 30 * 24 * 60 * 60_000;

/** The forest of groups. Functions return why a request is refused, or null after they changed the forest. */
export class GroupModel {
  readonly groups: ModelGroup[] = [];

  find(id: number): ModelGroup | undefined {
    return this.groups.find((group) => group.id === id);
  }

  live(): ModelGroup[] {
    return this.groups.filter(({ deleted_at }) => deleted_at === null);
  }

  below(group: ModelGroup): ModelGroup[] {
    return this.live().filter(({ parent }) => parent === group);
  }

  /** The group and all live ones below it. */
  tree(group: ModelGroup): ModelGroup[] {
    return [group, ...this.below(group).flatMap((one) => this.tree(one))];
  }

  /** Why there cannot be such a group; null if there can. */
  refuseNew(clientId: number, fields: GroupFields): Refused | null {
    const place = this.#place(clientId, fields.parent_id ?? null, null);
    if ("status" in place) return place;
    if (levelOf(place.parent) >= MAX_LEVELS) return tooDeep;
    const { parent_id: _parent, ...others } = fields;
    return this.#duplicate({ ...emptyGroup(clientId), ...others, parent: place.parent });
  }

  /** Adds what `refuseNew` does not refuse. */
  add(empty: ModelGroup, { parent_id, ...fields }: GroupFields): ModelGroup {
    const parent = this.groups.find(({ id }) => id === parent_id) ?? null;
    const group = { ...empty, ...fields, parent, updated_at: empty.created_at };
    this.groups.push(group);
    return group;
  }

  update(id: number, fields: GroupFields, { versions, now }: Conditions): Refused | null {
    const group = this.#current(id, versions);
    if ("status" in group) return group;
    const { parent_id, ...others } = fields;
    const place = parent_id === undefined ? { parent: group.parent } : this.#place(group.client_id, parent_id, group);
    if ("status" in place) return place;
    if (levelOf(place.parent) >= MAX_LEVELS) return tooDeep;
    const wanted = { ...group, ...others, parent: place.parent };
    const refusal = this.#duplicate(wanted);
    if (refusal !== null) return refusal;
    if (levelOf(place.parent) + this.#height(group) > MAX_LEVELS) return tooDeep;
    const isChange = Object.entries(wanted).some(([name, value]) => Object(group)[name] !== value);
    Object.assign(group, others, { parent: place.parent });
    if (isChange) this.#changed(group, now);
    return null;
  }

  delete(id: number, { versions, now }: Conditions): Refused | null {
    const group = this.#current(id, versions);
    if ("status" in group) return group;
    const references = this.below(group).map((one) => one.id);
    if (references.length > 0) return { status: 409, code: "in_use", references };
    group.deleted_at = now.toISOString();
    this.#changed(group, now);
    return null;
  }

  restore(id: number, now: Date): Refused | null {
    const group = this.find(id);
    if (group === undefined) return unknown;
    if (group.deleted_at === null) return null;
    if (Date.parse(group.deleted_at) < now.getTime() - RESTORE_MS) return { status: 410, code: "gone" };
    if (group.parent !== null && group.parent.deleted_at !== null) return { status: 409, code: "invalid_state" };
    if (levelOf(group.parent) >= MAX_LEVELS) return tooDeep;
    const refusal = this.#duplicate(group);
    if (refusal !== null) return refusal;
    group.deleted_at = null;
    this.#changed(group, now);
    return null;
  }

  /** Levels of the group and what is below it. */
  #height(group: ModelGroup): number {
    return 1 + Math.max(0, ...this.below(group).map((one) => this.#height(one)));
  }

  /** The new version of a group. */
  #changed(group: ModelGroup, now: Date): void {
    group.version += 1;
    group.updated_at = new Date(Math.max(now.getTime(), Date.parse(group.updated_at) + 1)).toISOString();
  }

  #current(id: number, versions: readonly number[] | null): ModelGroup | Refused {
    const group = this.find(id);
    if (group === undefined || group.deleted_at !== null) return unknown;
    if (versions === null || versions.includes(group.version)) return group;
    return { status: 412, code: "precondition_failed", current_version: group.version };
  }

  #place(
    clientId: number,
    parentId: number | null,
    moving: ModelGroup | null,
  ): { parent: ModelGroup | null } | Refused {
    if (parentId === null) return { parent: null };
    const parent = this.find(parentId);
    const noParent: Refused = { status: 422, code: "validation_failed", pointers: ["/parent_id"] };
    if (parent === undefined || parent.client_id !== clientId) return noParent;
    for (let above: ModelGroup | null = parent; above !== null; above = above.parent) {
      if (above === moving) return { status: 422, code: "group_cycle" };
    }
    return parent.deleted_at === null ? { parent } : noParent;
  }

  #duplicate({ id, client_id, parent, name, external_id }: ModelGroup): Refused | null {
    const others = this.live().filter((one) => one.id !== id && one.client_id === client_id);
    const other =
      others.find((one) => one.parent === parent && one.name.toLowerCase() === name.toLowerCase()) ??
      others.find((one) => external_id !== null && one.external_id === external_id);
    return other === undefined ? null : { status: 409, code: "duplicate", existing_id: other.id };
  }
}

/** When a change is made, and of which versions; null for any. */
export interface Conditions {
  readonly versions: readonly number[] | null;
  readonly now: Date;
}

/** 404, also of a deleted group. */
export const unknown: Refused = { status: 404, code: "not_found" };
const tooDeep: Refused = { status: 422, code: "group_too_deep" };

function levelOf(group: ModelGroup | null): number {
  return group === null ? 0 : levelOf(group.parent) + 1;
}

/** A group of a client as a request without optional members makes it. */
export function emptyGroup(clientId: number): ModelGroup {
  return {
    id: 0,
    client_id: clientId,
    name: "",
    notes: null,
    external_id: null,
    parent: null,
    version: 1,
    created_at: "",
    updated_at: "",
    deleted_at: null,
    members: new Set(),
  };
}

/** A success; members that are not named may be anything. */
export interface Expected {
  readonly status: number;
  readonly data?: unknown;
  readonly total?: number;
  /** What notices begin with, up to the colon. */
  readonly notices?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly text?: string;
}

/** What the service shows of a group; `count` is the field with the number of its members. */
export function shown(group: ModelGroup, count: string): object {
  const { external_id, notes, version, created_at, deleted_at } = group;
  return { ...summaryOf(group, count), external_id, notes, version, created_at, deleted_at };
}

/** What lists show of a group. */
export function summaryOf(group: ModelGroup, count: string): object {
  const { id, client_id, name, parent, members, updated_at } = group;
  return {
    id,
    client_id,
    name,
    parent_id: parent?.id ?? null,
    path: pathOf(group),
    [count]: members.size,
    updated_at,
  };
}

/** The names of the group and of the 4 nearest ones above it. */
function pathOf(group: ModelGroup): string {
  const names: string[] = [];
  for (let at: ModelGroup | null = group; at !== null && names.length < MAX_LEVELS; at = at.parent) {
    names.unshift(at.name);
  }
  return `/${names.join("/")}`;
}

/** The part of a list that a page shows. */
export function pageOf(
  all: readonly object[],
  { page = 1, per_page = 50, limit = Infinity }: Paging["page"],
): Expected {
  const reachable = all.slice(0, limit);
  const data = reachable.slice((page - 1) * per_page, page * per_page);
  const isPastEnd = page > Math.max(1, Math.ceil(reachable.length / per_page));
  return { status: 200, data, total: all.length, notices: isPastEnd ? ["page_past_end"] : [] };
}

/** Why an answer is not what the model predicts; null if it is. */
export function whyUnlike(answer: WireAnswer, predicted: Refused | Expected): string | null {
  const wanted = `the model predicts ${JSON.stringify(predicted)}`;
  if (answer.status !== predicted.status) return wanted;
  if (answer.text === "") return null;
  return ("code" in predicted ? isRefused(answer, predicted) : isSuccess(answer, predicted)) ? null : wanted;
}

function isRefused(answer: WireAnswer, predicted: Refused): boolean {
  const { code, existing_id, current_version, errors = [], references = [] } = jsonOf(answer);
  const given = { code, existing_id, current_version, pointers: errors.map(({ pointer }) => pointer) };
  return includes({ ...given, references: references.flatMap(({ ids }) => ids) }, predicted, ["status"]);
}

function isSuccess(answer: WireAnswer, { data, total, notices, headers = {}, text }: Expected): boolean {
  const given = { data: undefined, notices: [], pagination: { total: undefined }, ...Object(JSON.parse(answer.text)) };
  const starts = given.notices.map((notice: string) => notice.split(":")[0]);
  return (
    (text === undefined || text === answer.text) &&
    includes(given.data, data) &&
    (total === undefined || given.pagination.total === total) &&
    (notices === undefined || JSON.stringify(starts) === JSON.stringify(notices)) &&
    includes(answer.headers, headers)
  );
}

/** Whether a value has all that is wanted; lists have the same length. */
function includes(given: unknown, wanted: unknown, ignored: readonly string[] = []): boolean {
  if (wanted === undefined || given === wanted) return true;
  if (typeof wanted !== "object" || wanted === null || typeof given !== "object" || given === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(given) || given.length !== wanted.length)) return false;
  const members = new Map(Object.entries(given));
  return Object.entries(wanted).every(([name, value]) => ignored.includes(name) || includes(members.get(name), value));
}
