/**
 * Becomes a module of the contract: the length of a text in characters, which lengths of JSON Schema mean. A pair of
 * surrogates is one. Ajv has the same, but in a form that is five times as large in a bundle.
 */
export function helper(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index))) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
