import type { ModelGroup, Refused } from "./group-model.ts";
import type { Paging } from "./group-steps.ts";
import type { WireAnswer } from "./send.ts";
import { jsonOf } from "./send.ts";

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

/** What the service shows of a group. */
export function shown(group: ModelGroup): object {
  const { external_id, notes, version, created_at, deleted_at } = group;
  return { ...summaryOf(group), external_id, notes, version, created_at, deleted_at };
}

/** What lists show of a group. */
export function summaryOf({ id, client_id, name, parent, path, units, updated_at }: ModelGroup): object {
  return { id, client_id, name, parent_id: parent?.id ?? null, path, unit_count: units.size, updated_at };
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
