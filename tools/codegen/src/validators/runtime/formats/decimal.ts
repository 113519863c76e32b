const decimal = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Becomes a module of the contract: whether a string is a decimal number, such as `-12.50`. */
export function format(text: string): boolean {
  return decimal.test(text);
}
