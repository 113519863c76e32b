import { isRecord } from "../document/located.mjs";

const DESIGNED = "x-designed";
const DOCUMENTED = "x-documented";
const NOTE = "x-designed-note";

/**
 * `nearer` written over `base`. A keyword that is replaced loses its marks, because they are true of what the
 * author of `base` wrote and not of what stands there now.
 *
 * @param {Record<string, unknown>} base
 * @param {Record<string, unknown>} nearer
 * @returns {Record<string, unknown>}
 */
export function writtenOver(base, nearer) {
  // What is half written is reported by built-in rules.
  if (!isRecord(base)) return nearer;
  const { [DESIGNED]: designed, [DOCUMENTED]: documented, [NOTE]: note, ...rest } = base;
  const marks = {
    [DESIGNED]: without(designed, nearer),
    [DOCUMENTED]: without(documented, nearer),
    [NOTE]: Object.hasOwn(nearer, "description") ? undefined : note,
  };
  const kept = Object.entries(marks).filter(([, mark]) => mark !== undefined);
  return { ...rest, ...Object.fromEntries(kept), ...nearer };
}

/**
 * A list or map of keywords without those of `nearer`; undefined if none is left.
 *
 * @param {unknown} mark
 * @param {Record<string, unknown>} nearer
 */
function without(mark, nearer) {
  if (Array.isArray(mark)) {
    const names = mark.filter((name) => !Object.hasOwn(nearer, name));
    return names.length === 0 ? undefined : names;
  }
  if (!isRecord(mark)) return mark;
  const entries = Object.entries(mark).filter(([name]) => !Object.hasOwn(nearer, name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * What was copied into a designed place: its marks say nothing there, except those that the author wrote at that place,
 * which `fleet/designed-keywords` reports.
 *
 * @param {unknown} copy
 * @param {object} reference
 */
export function inDesignedPlace(copy, reference) {
  const own = Object.entries(reference).filter(([key]) => isMark(key));
  return Object.assign(Object(withoutMarks(copy)), Object.fromEntries(own));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function withoutMarks(value) {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value) || value["x-provenance"] === "documented") return value;
  const entries = Object.entries(value).filter(([key]) => !isMark(key));
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutMarks(child)]));
}

/** @param {string} key */
function isMark(key) {
  return key === DESIGNED || key === DOCUMENTED || key === NOTE;
}
