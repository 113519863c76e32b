import { currencyDecimals } from "@fleet-api/contract/records";
import { Big } from "bigdecimal.js";
import { code as iso } from "currency-codes";
import fc from "fast-check";
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { addMoney, compareMoney, formatMoney, type Money, type MoneyFormat, subtractMoney } from "../src/money.ts";
import type { VehicleExpense } from "../src/built/types.vehicle_expenses.ts";
import { contract } from "./testing/values-of-schema.ts";

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const accepted = new RegExp(contract.components.schemas["Client"]!.properties!["currency"]!.pattern!, "u");
/** The currencies of the contract, each with its decimals by the list of ISO 4217, which is older than XCG. */
const currencies = letters
  .flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
  .filter((code) => accepted.test(code))
  .map((code): [string, number] => [code, code === "XCG" ? 2 : iso(code)!.digits]);

const eur = (amount: string): Money => ({ amount, currency: "EUR" });

/** Decimal numbers with at most so many decimals, some of them written with fewer, and some far beyond 2^53. */
function decimals(most: number): fc.Arbitrary<string> {
  const whole = fc.oneof(fc.constantFrom(0n, 1n, 999n, 1000n), fc.bigInt({ min: 0n, max: 10n ** 25n }));
  const digit = fc.constantFrom(..."0123456789");
  const fraction = fc.string({ unit: digit, maxLength: most }).map((digits) => (digits === "" ? "" : `.${digits}`));
  return fc.tuple(fc.constantFrom("", "-"), whole, fraction).map(([sign, ...parts]) => sign + parts.join(""));
}

/** An oracle by other authors: the BigDecimal of Java, with at least as many decimals as the currency has. */
function shown(value: InstanceType<typeof Big>, least: number): string {
  const short = value.stripTrailingZeros();
  return short.setScale(Math.max(short.scale(), least)).toPlainString();
}

/** The number that a language shows, with ASCII digits and a point: read back without a number of JavaScript. */
function readBack(text: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(-1);
  const point = parts.find(({ type }) => type === "decimal")!.value;
  const minus = parts.find(({ type }) => type === "minusSign")!.value;
  const digits = Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210n)).toReversed();
  const isDigit = (character: string): boolean => digits.includes(character);
  // Symbols of currencies may have points as well: the number ends before the first digit, and after the last.
  const characters = Array.from(text);
  const number = characters.slice(characters.findIndex(isDigit), characters.findLastIndex(isDigit) + 1);
  const plain = number.map((each) => (isDigit(each) ? digits.indexOf(each) : each === point ? "." : ""));
  return (text.includes(minus) ? "-" : "") + plain.join("");
}

describe.each(currencies)("amounts in %s, with %i decimals", (currency, count) => {
  const money = (amount: string): Money => ({ amount, currency });

  // Prices, and amounts per kilometre, have more decimals than their currency.
  it.each([count, 6])("are added, subtracted and compared exactly: with %i decimals", (most) => {
    fc.assert(
      fc.property(decimals(most), decimals(most), (one, other) => {
        const [a, b] = [Big(one), Big(other)];
        expect(addMoney(money(one), money(other))).toEqual(money(shown(a.add(b), count)));
        expect(subtractMoney(money(one), money(other))).toEqual(money(shown(a.subtract(b), count)));
        // Where two are equal, the oracle says 0 or -0.
        expect(compareMoney(money(one), money(other))).toBe(a.compareTo(b) + 0);
      }),
      { numRuns: 30 },
    );
  });

  it("are shown with all of their digits in any language", () => {
    const locales = fc.constantFrom("en", "en-IN", "de-DE", "de-CH", "fr", "ar-EG", "fa", "hi", "mr", "ja", "pl", "sw");
    fc.assert(
      fc.property(locales, decimals(6), (locale, amount) => {
        expect(readBack(formatMoney(money(amount), locale), locale)).toBe(shown(Big(amount), count));
      }),
      { numRuns: 30 },
    );
  });
});

it("the contract has the decimals of ISO 4217 for every currency that has not two", () => {
  expect(currencies.length).toBeGreaterThan(150);
  expect(Object.fromEntries(currencies.filter(([, count]) => count !== 2))).toEqual(currencyDecimals);
});

describe("arithmetic", () => {
  it("is exact where numbers are not", () => {
    expect(addMoney(eur("0.1"), eur("0.2"))).toEqual(eur("0.30"));
    expect(addMoney(eur("9007199254740993.01"), eur("0.01"))).toEqual(eur("9007199254740993.02"));
    expect(subtractMoney(eur("1.789"), eur("0.009"))).toEqual(eur("1.78"));
  });

  it("has no negative zero", () => {
    for (const currency of ["EUR", "JPY", "KWD"]) {
      const [minus, zero] = [
        { amount: "-0", currency },
        { amount: "0", currency },
      ];
      expect(addMoney(minus, minus).amount).not.toContain("-");
      expect(subtractMoney(minus, zero).amount).not.toContain("-");
      expect(formatMoney(minus, "en")).toBe(formatMoney(zero, "en"));
      expect(compareMoney(minus, zero)).toBe(0);
    }
  });

  it("sums up and sorts lists, and leaves them as they are", () => {
    const list = [eur("10"), eur("-3"), eur("9.99")].map((money) => Object.freeze(money));
    expect(list.reduce(addMoney)).toEqual(eur("16.99"));
    expect(list.toSorted(compareMoney).map(({ amount }) => amount)).toEqual(["-3", "9.99", "10"]);
  });
});

describe("formatMoney", () => {
  const money = (amount: string, currency = "EUR"): Money => ({ amount, currency });

  it.each([
    ["en", money("25000"), "€25,000.00"],
    ["en", money("-0.01"), "-€0.01"],
    ["en", money("1.789"), "€1.789"],
    ["de-DE", money("25000"), "25.000,00\u00a0€"],
    ["en-IN", money("12345678.9", "INR"), "₹1,23,45,678.90"],
    ["ja", money("1234", "JPY"), "￥1,234"],
    ["fa", money("1234", "IRR"), "\u200eریال\u00a0۱٬۲۳۴٫۰۰"],
    ["en", money(`${"9".repeat(40)}.99`), `€${"999,".repeat(13).replace("999", "9")}999.99`],
  ])("in %s shows %o as %s", (locale, amount, text) => {
    expect(formatMoney(amount, locale)).toBe(text);
  });

  it("shows the decimals of ISO 4217 where Intl has none, as the guide says", () => {
    const alone = new Intl.NumberFormat("en", { style: "currency", currency: "HUF" });
    expect(alone.resolvedOptions().maximumFractionDigits).toBe(0);
    expect(formatMoney(money("1250", "HUF"), "en")).toBe("HUF\u00a01,250.00");
  });

  it("takes the options of Intl that choose no digits", () => {
    const show = (options: MoneyFormat): string => formatMoney(money("-1234.5"), "en", options);
    expect(show({ currencyDisplay: "code" })).toBe("-EUR\u00a01,234.50");
    expect(show({ currencySign: "accounting" })).toBe("(€1,234.50)");
    expect(show({ signDisplay: "never", useGrouping: false })).toBe("€1234.50");
    expectTypeOf<{ maximumFractionDigits: number }>().not.toExtend<MoneyFormat>();
  });

  it("shows the language of the platform unless it is given another", () => {
    expect(formatMoney(money("1.5"))).toBe(formatMoney(money("1.5"), new Intl.NumberFormat().resolvedOptions().locale));
    expect(formatMoney(money("1.5"), ["xx", "de-DE"])).toBe("1,50\u00a0€");
  });

  it("refuses locales and options that do not exist", () => {
    expect(() => formatMoney(money("1"), "no locale")).toThrow(RangeError);
    expect(() => formatMoney(money("1"), "en", { signDisplay: "some" as "auto" })).toThrow(RangeError);
  });
});

describe("a platform that reads strings as numbers (Firefox 115)", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("shows 15 digits in the language, and more as they are", () => {
    const { NumberFormat } = Intl;
    class Older {
      readonly #format: Intl.NumberFormat;
      constructor(...given: ConstructorParameters<typeof NumberFormat>) {
        this.#format = new NumberFormat(...given);
      }
      format(value: string): string {
        return this.#format.format(Number(value));
      }
    }
    vi.stubGlobal("Intl", { NumberFormat: Older });
    const show = (amount: string): string => formatMoney({ amount, currency: "KWD" }, "en");
    expect(show("-999999999999.999")).toBe("-KWD\u00a0999,999,999,999.999");
    expect(show("9007199254740993.001")).toBe("9007199254740993.001 KWD");
  });
});

describe("what cannot be calculated with is refused", () => {
  const calls = [addMoney, subtractMoney, compareMoney];

  it.each(["", " 1", "1 ", "+1", "1.", ".5", "1e3", "1,5", "0x1", "١", "NaN", "Infinity", "--1", "1\n"])(
    "the amount %j",
    (amount) => {
      const message = `amount must be a decimal number in a string, such as "12.50"; it is ${JSON.stringify(amount)}`;
      for (const call of calls) {
        expect(() => call(eur(amount), eur("1"))).toThrow(new TypeError(message));
        expect(() => call(eur("1"), eur(amount))).toThrow(new TypeError(message));
      }
      expect(() => formatMoney(eur(amount), "en")).toThrow(new TypeError(message));
    },
  );

  it.each([
    [1.5, "of the type number"],
    [1n, "of the type bigint"],
    [null, "null"],
    [undefined, "of the type undefined"],
  ])("%s, which is %s", (value, kind) => {
    const [amount, currency] = [
      { ...eur("1"), amount: value as never },
      { ...eur("1"), currency: value as never },
    ];
    for (const call of calls) {
      expect(() => call(amount, amount)).toThrow(`such as "12.50"; it is ${kind}`);
      expect(() => call(currency, currency)).toThrow(`such as EUR; it is ${kind}`);
    }
  });

  it("two currencies", () => {
    const message = "amounts must have one currency; these have EUR and USD";
    for (const call of calls)
      expect(() => call(eur("1"), { amount: "1", currency: "USD" })).toThrow(new TypeError(message));
  });

  it.each(["eur", "EURO", "", "€", "EUR\n", "__proto__"])("the currency %j", (currency) => {
    const message = `currency must be a code of ISO 4217 such as EUR; it is ${JSON.stringify(currency)}`;
    for (const call of [...calls, formatMoney])
      expect(() => call({ amount: "1", currency }, eur("1") as never)).toThrow(new TypeError(message));
  });
});

it("the types take what records have, and show what is missing", () => {
  expectTypeOf(compareMoney).returns.toEqualTypeOf<-1 | 0 | 1>();
  expectTypeOf<VehicleExpense>().toExtend<Money>();
  expectTypeOf<{ amount: number; currency: string }>().not.toExtend<Money>();
  expectTypeOf<{ amount: string | null; currency: string | null }>().not.toExtend<Money>();
  expectTypeOf((expenses: VehicleExpense[]) =>
    expenses.reduce(addMoney, { amount: "0", currency: "KES" }),
  ).returns.toExtend<Money>();
});
