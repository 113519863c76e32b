const parts = /^\d{4}-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d)))?$/;

/**
 * Explains why a well-formed date or date-time is not valid, such as 30 February; null if the value is not well-formed. The
 * string follows the name of the field, and never repeats the value.
 */
export function describeTime(value: unknown): string | null {
  const [match, ...fields] = typeof value === "string" ? (parts.exec(value) ?? []) : [];
  if (match === undefined) return null;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = fields.map(
    (digits) => Number(digits ?? 0),
  );
  if (month < 1 || month > 12) return "has a month that does not exist; months are 01 to 12";
  const days = daysOf(Number(match.slice(0, 4)), month);
  if (day < 1 || day > days) return `has a day that does not exist; its month has ${days} days`;
  if (hour > 23 || minute > 59 || second > 60) return "has a time of day that does not exist; the last is 23:59:59";
  if (offsetHour > 23 || offsetMinute > 59) return "has an offset that does not exist; the largest is 23:59";
  if (second === 60) return "has a leap second that does not exist; one can only be at 23:59:60 UTC";
  return "must be from the year 1 to the year 9999, in UTC";
}

function daysOf(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
