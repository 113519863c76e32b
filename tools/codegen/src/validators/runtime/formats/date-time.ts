import { format as isDate } from "./date.ts";

const time = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-](?:[01]\d|2[0-3])):([0-5]\d))$/;

/**
 * Becomes a module of the contract: whether a string is a `date-time` of RFC 3339 section 5.6 whose year in UTC is from 1
 * to 9999, which PostgreSQL stores and which can be written again in UTC. `t` and `z` may be lower-case, as the service
 * accepts them. A leap second is accepted at 23:59:60 UTC of any day, because the days that have one are announced only
 * months before.
 */
export function format(text: string): boolean {
  const [, hour, minute, second, offsetHour = "+00", offsetMinute = "00"] = time.exec(text.slice(11)) ?? [];
  const day = text.slice(0, 10);
  if (hour === undefined || !/[Tt]/.test(text.charAt(10)) || !isDate(day)) return false;
  const offset = Number(offsetHour) * 60 + Number(offsetHour.charAt(0) + offsetMinute);
  /** From the beginning of the day, in UTC. */
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  // A leap second is the beginning of the next day.
  const isLeapSecond = second === "60";
  if (isLeapSecond && (minutes + 1) % 1440 !== 0) return false;
  const isBefore = day === "0001-01-01" && minutes < 0;
  const isAfter = day === "9999-12-31" && minutes + Number(isLeapSecond) >= 1440;
  return !isBefore && !isAfter;
}
