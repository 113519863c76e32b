import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentOf, emit, type Validate } from "./support.ts";

interface Module {
  readonly validators: {
    readonly unitsSave: { readonly body: Validate; readonly responses: { readonly 200: Validate } };
  };
}

/** The validators that codegen writes for a string of this format: of a request, and of a response. */
async function validatorsOf(format: string): Promise<Validate[]> {
  const schema = { type: "object", properties: { value: { type: "string", format } } };
  const text = (await emit(documentOf({}, { Save: schema }))).get("validators.js") ?? "";
  const { validators }: Module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return [validators.unitsSave.body, validators.unitsSave.responses[200]];
}

const dateTime = await validatorsOf("date-time");
const date = await validatorsOf("date");
const uriReference = await validatorsOf("uri-reference");

function accepts(validators: readonly Validate[], value: unknown): boolean[] {
  return validators.map((validate) => validate({ value }));
}

const both = (accepted: boolean): boolean[] => [accepted, accepted];

describe("date-time is RFC 3339 section 5.6, from the year 1 to 9999 in UTC", () => {
  test.each([
    "2026-01-15T08:30:00Z",
    "2026-01-15t08:30:00z",
    "2026-01-15T08:30:00.123456789012Z",
    "2026-01-15T08:30:00+02:00",
    "2026-01-15T08:30:00-23:59",
    "2026-01-15T08:30:00-00:00",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:01:00+00:01",
    "0001-01-01T00:00:00-23:59",
    "9999-12-31T23:59:59.999999999Z",
    "9999-12-31T00:00:00-23:59",
    "9999-12-31T23:59:59+23:59",
    "2024-02-29T23:59:59.9+00:00",
    "2000-02-29T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.5z",
    "2017-01-01T05:29:60+05:30",
    "1990-12-31T15:59:60-08:00",
    "2016-12-31T16:44:60-07:15",
  ])("accepts %j", (value) => expect(accepts(dateTime, value)).toEqual(both(true)));

  test.each([
    "",
    "2026-01-15",
    "08:30:00Z",
    "2026-01-15T08:30:00",
    "2026-01-15T08:30Z",
    "2026-01-15T08Z",
    "2026-01-15T08:30:00+0200",
    "2026-01-15T08:30:00+02",
    "2026-01-15T08:30:00+2:00",
    "2026-01-15T08:30:00+02:00:00",
    "2026-01-15T08:30:00+02:60",
    "2026-01-15T08:30:00+24:00",
    "2026-01-15T08:30:00\u221202:00",
    "2026-01-15T08:30:00 +02:00",
    "2026-01-15T08:30:00 Z",
    "2026-01-15T08:30:00UTC",
    "2026-01-15 08:30:00Z",
    "2026-01-15\t08:30:00Z",
    "2026-01-15\n08:30:00Z",
    "2026-01-15_08:30:00Z",
    "2026-01-15TT08:30:00Z",
    "2026-01-1508:30:00Z",
    "2026-1-15T08:30:00Z",
    "26-01-15T08:30:00Z",
    "+002026-01-15T08:30:00Z",
    "-2026-01-15T08:30:00Z",
    "20260115T083000Z",
    "2026-W03-4T08:30:00Z",
    "2026-015T08:30:00Z",
    "2026-00-15T08:30:00Z",
    "2026-13-15T08:30:00Z",
    "2026-01-00T08:30:00Z",
    "2026-01-32T08:30:00Z",
    "2026-02-29T08:30:00Z",
    "2026-02-30T08:30:00Z",
    "1900-02-29T08:30:00Z",
    "2026-04-31T08:30:00Z",
    "2026-01-15T24:00:00Z",
    "2026-01-15T08:60:00Z",
    "2026-01-15T08:30:60Z",
    "2016-12-31T23:59:61Z",
    "2016-12-31T23:59:60+01:00",
    "2016-12-31T22:59:60Z",
    "1985-04-12T23:60:00+00:01",
    "1985-04-12T24:00:00+01:00",
    "0000-01-01T00:00:00Z",
    "0000-12-31T23:30:00-01:00",
    "0001-01-01T00:00:00+00:01",
    "0001-01-01T23:58:00+23:59",
    "9999-12-31T23:59:60Z",
    "9999-12-31T23:59:00-00:01",
    "9999-12-31T00:01:00-23:59",
    "10000-01-01T00:00:00Z",
    "2026-01-15T08:30:00.Z",
    "2026-01-15T08:30:00,5Z",
    "2026-01-15T8:30:00Z",
    " 2026-01-15T08:30:00Z",
    "2026-01-15T08:30:00Z ",
    "2026-01-15T08:30:00Z\n",
    "2026-01-15T08:30:00Z[Europe/Berlin]",
    "２０２６-01-15T08:30:00Z",
    "2026-01-15T08:30:00\u0130",
  ])("refuses %j", (value) => expect(accepts(dateTime, value)).toEqual(both(false)));

  test("accepts every instant that Date writes, and no day that Date moves", () => {
    const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
    const day = fc.record({ year: fc.integer({ min: 1, max: 9999 }), month: fc.nat(14), day: fc.nat(33) });
    fc.assert(
      fc.property(day, (given) => {
        const exists = new Date(Date.UTC(2000 + (given.year % 400), given.month - 1, given.day));
        const isSame = exists.getUTCMonth() === given.month - 1 && exists.getUTCDate() === given.day;
        const text = `${pad(given.year, 4)}-${pad(given.month)}-${pad(given.day)}`;
        expect(accepts(date, text)).toEqual(both(isSame));
        expect(accepts(dateTime, `${text}T00:00:00Z`)).toEqual(both(isSame));
      }),
    );
    const instants = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(fc.property(instants, (instant) => accepts(dateTime, instant.toISOString()).every(Boolean)));
  });
});

describe("date is a full-date of RFC 3339 section 5.6, from the year 1 on", () => {
  test.each(["2026-01-15", "0001-01-01", "9999-12-31", "2024-02-29"])("accepts %j", (value) =>
    expect(accepts(date, value)).toEqual(both(true)),
  );

  test.each([
    "",
    "2026-1-15",
    "2026-02-30",
    "2026-13-01",
    "0000-12-31",
    "2026-01-15Z",
    "2026-01-15T00:00:00Z",
    "2026-01-15\n",
    "١٩٩٩-01-01",
  ])("refuses %j", (value) => expect(accepts(date, value)).toEqual(both(false)));
});

describe("uri-reference is RFC 3986 section 4.1", () => {
  test.each([
    "",
    "#",
    "?",
    "/problems/not_found",
    "problems/not_found",
    "../a;b=1,2/./c:d",
    "?q=a/b?c:d@e",
    "#a/b?c:d@e",
    "about:blank",
    "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "https://fleet.example.com/api/v1/units?page=2#top",
    "https://user:pass%20word@fleet.example.com:443",
    "//fleet.example.com/units",
    "//",
    "file:///etc/hosts",
    "http://[2001:db8::7]:8080/",
    "http://[::ffff:192.0.2.1]/",
    "http://[v1.fe80::a+en1]/",
    "http://192.0.2.1",
    "mailto:name@example.com",
    "/%C3%A9",
    "/it's_(a)*path!$&+=@~",
  ])("accepts %j", (value) => expect(accepts(uriReference, value)).toEqual(both(true)));

  test.each([
    '/a"b',
    '/?q="a"',
    '#"',
    'http://a"b.example.com/',
    "/a b",
    "/é",
    "/%",
    "/%2",
    "/%zz",
    "/a\\b",
    "/<a>",
    "/{a}",
    "/a|b",
    "/a^b",
    "/a`b",
    "/[a]",
    "?[a]",
    "#a#b",
    ":a",
    "1a:b",
    "a_b:c",
    "http://a@b@c/",
    "http://a:b:1/",
    "http://a:1b/",
    "http://[::1/",
    "http://::1]/",
    "http://[1::2::3]/",
    "http://[1:2:3:4:5:6:7]/",
    "http://[1:2:3:4:5:6:7:8:9]/",
    "http://[12345::]/",
    "http://[::1%25en0]/",
    "http://[127.0.0.1]/",
    "http://[v.a]/",
    "/a\n",
    "/a\nb",
    "\u0000",
    "/\ud800",
  ])("refuses %j", (value) => expect(accepts(uriReference, value)).toEqual(both(false)));
});

test.each(["time", "uuid", "uri", "byte", "duration", "hostname", "regex", "iso-date-time", "dtae"])(
  "codegen refuses the format %s, which has no exact validator",
  async (format) => {
    await expect(validatorsOf(format)).rejects.toThrow(`unknown format "${format}"`);
  },
);
