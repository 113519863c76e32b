/**
 * A parser of valid JSON, written down from the grammar (RFC 8259) with no thought for speed, to compare with.
 * `context.source` of a reviver would do as well, but not every supported Node has it.
 */
export function referenceParse(text: string): unknown {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{}:,]/g) ?? [];
  return readValue(tokens.values());
}

function readValue(tokens: Iterator<string>, token: string = next(tokens)): unknown {
  if (token === "[") return readArray(tokens);
  if (token === "{") return readObject(tokens);
  if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))) return BigInt(token);
  return JSON.parse(token);
}

function readArray(tokens: Iterator<string>): unknown[] {
  const items: unknown[] = [];
  for (let token = next(tokens); token !== "]"; token = next(tokens)) {
    if (token !== ",") items.push(readValue(tokens, token));
  }
  return items;
}

function readObject(tokens: Iterator<string>): object {
  const object = {};
  for (let token = next(tokens); token !== "}"; token = next(tokens)) {
    if (token === ",") continue;
    const name: string = JSON.parse(token);
    next(tokens);
    const value = readValue(tokens);
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return object;
}

function next(tokens: Iterator<string>): string {
  return String(tokens.next().value);
}
