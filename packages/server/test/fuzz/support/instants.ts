import fc from "fast-check";

const two = (number: number): string => String(number).padStart(2, "0");
const between = (min: number, max: number): fc.Arbitrary<string> => fc.integer({ min, max }).map(two);

const years = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1970, max: 2040 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 9999) },
);
/** Days of every month, in years from 0 to 9999. */
export const dates: fc.Arbitrary<string> = fc
  .tuple(years, between(1, 12), between(1, 28))
  .map(([year, month, day]) => [String(year).padStart(4, "0"), month, day].join("-"));
const fractions = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.stringMatching(/^\.[0-9]{1,9}$/) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 200 }).map((digits) => `.${"3".repeat(digits)}`) },
);
const times = fc.tuple(between(0, 23), between(0, 59), between(0, 59)).map((parts) => parts.join(":"));
const offsets = fc.oneof(
  fc.constantFrom("Z", "z", "+00:00", "-00:00"),
  fc.tuple(fc.constantFrom("+", "-"), between(0, 23), between(0, 59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const leapSeconds = fc.constantFrom(
  "2016-12-31T23:59:60Z",
  "2016-12-31T23:59:60.5z",
  "2017-01-01T05:29:60+05:30",
  "1990-12-31T15:59:60-08:00",
);

/** Every form of a date and time in RFC 3339 section 5.6: leap seconds, any offset, long fractions, lower case. */
export const instants: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(dates, fc.constantFrom("T", "T", "t"), times, fractions, offsets)
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: leapSeconds },
);
