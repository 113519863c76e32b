const parts = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Becomes a module of the contract: whether a string is a `full-date` of RFC 3339 section 5.6, a day that exists, from the
 * year 1 on: PostgreSQL has no year 0.
 */
export function format(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = parts.exec(text)?.map(Number) ?? [];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const shortest = month === 2 ? (isLeapYear ? 29 : 28) : 30;
  const days = [2, 4, 6, 9, 11].includes(month) ? shortest : 31;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= days;
}
