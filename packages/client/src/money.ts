/**
 * Money: exact sums and comparisons of amounts, and their format in a language. No amount becomes a JavaScript number.
 *
 * @module
 */
import { currencyDecimals } from "@fleet-api/contract/records";
import Big from "big.js";

/** An amount of money as responses have it. An expense is one as well; its other members are ignored. */
export interface Money {
  /** A decimal number, for example `25000.00`. */
  readonly amount: string;
  /** Code of ISO 4217, for example `EUR`. */
  readonly currency: string;
}

/** The options of `Intl.NumberFormat` that `formatMoney` accepts. */
export type MoneyFormat = Pick<
  Intl.NumberFormatOptions,
  "currencyDisplay" | "currencySign" | "signDisplay" | "useGrouping"
>;

/**
 * Adds two amounts, also as the argument of `reduce`. Nothing is rounded: the sum has the decimals of the currency, as in responses,
 * or more if an amount has more, such as the price of a litre.
 * @throws TypeError if the currencies differ, a currency is not an ISO 4217 code, or an amount is not a decimal number in a string
 */
export function addMoney(one: Money, other: Money): Money {
  return toMoney(readAmount(one).plus(readAmount(other, one.currency)), one.currency);
}

/**
 * Subtracts the second amount from the first; nothing is rounded, as in `addMoney`.
 * @throws TypeError as `addMoney` does
 */
export function subtractMoney(one: Money, other: Money): Money {
  return toMoney(readAmount(one).minus(readAmount(other, one.currency)), one.currency);
}

/**
 * Compares two amounts, also as the argument of `sort`: -1 if the first is less, 0 if they are equal, 1 if it is greater.
 * @throws TypeError as `addMoney` does
 */
export function compareMoney(one: Money, other: Money): -1 | 0 | 1 {
  return readAmount(one).cmp(readAmount(other, one.currency));
}

/**
 * Formats an amount in a language, with all of its decimals and at least those of its currency (ISO 4217). `Intl` alone uses other
 * decimals for some currencies, for example none for HUF.
 *
 * Firefox 115 would round an amount of more than 15 digits; there, it is formatted as `9007199254740993.10 EUR`.
 * @param locales as of `Intl.NumberFormat`; the locale of the platform if it is omitted
 * @throws TypeError as `addMoney` does
 * @throws RangeError for what `Intl` refuses: a locale, an option, more than 20 decimals in older browsers
 */
export function formatMoney(money: Money, locales?: Intl.LocalesArgument, options: MoneyFormat = {}): string {
  const { amount, currency } = toMoney(readAmount(money), money.currency);
  // Firefox 115 makes a number of a string. It lacks this method, which came together with exact strings.
  const isExact = "formatRange" in Intl.NumberFormat.prototype || amount.replaceAll(/\D/g, "").length <= 15;
  if (!isExact) return `${amount} ${currency}`;
  const decimals = amount.split(".")[1]?.length ?? 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(locales, { ...options, style: "currency", currency, ...digits });
  return format.format(amount as Intl.StringNumericLiteral);
}

function toMoney(value: Big, currency: string): Money {
  const amount = value.toFixed(currencyDecimals[currency] ?? 2);
  return { amount: value.eq(amount) ? amount : value.toFixed(), currency };
}

function readAmount({ amount, currency }: Money, wanted = currency): Big {
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    throw new TypeError(`currency must be a code of ISO 4217 such as EUR; it is ${describeValue(currency)}`);
  if (currency !== wanted) throw new TypeError(`amounts must have one currency; these have ${wanted} and ${currency}`);
  if (typeof amount === "string" && /^-?\d+(\.\d+)?$/.test(amount)) return new Big(amount);
  throw new TypeError(`amount must be a decimal number in a string, such as "12.50"; it is ${describeValue(amount)}`);
}

/** Describes what a caller in JavaScript passed, without more of an object than its type. */
function describeValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : value === null ? "null" : `of the type ${typeof value}`;
}
