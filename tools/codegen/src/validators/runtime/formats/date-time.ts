import { format as isDate } from "./date.ts";

const time = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-](?:[01]\d|2[0-3])):([0-5]\d))$/;

/**
 * Becomes a module of the contract: whether a string is a `date-time` of RFC 3339 section 5.6. `t` and `z` may be
 * lower-case, as the service accepts them. A leap second is accepted at 23:59:60 UTC of any day, because the days that
 * have one are announced only months before.
 */
export function format(text: string): boolean {
  const [, hour, minute, second, offsetHour = "+00", offsetMinute = "00"] = time.exec(text.slice(11)) ?? [];
  if (hour === undefined || !/[Tt]/.test(text.charAt(10)) || !isDate(text.slice(0, 10))) return false;
  const offset = Number(offsetHour) * 60 + Number(offsetHour.charAt(0) + offsetMinute);
  return second !== "60" || (Number(hour) * 60 + Number(minute) - offset + 1) % 1440 === 0;
}
