/** How the text of a column becomes a value; the rules are stated on `Db`. */
type Decoder = (text: string) => unknown;

/** A column of an answer. */
export interface Column {
  readonly name: string;
  readonly decode: Decoder;
}

const identity: Decoder = (text) => text;

const decodeInt8: Decoder = (text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
};

const instantPattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** The session runs in UTC, so only `infinity` and years beyond 9999 fall through as text. */
const decodeInstant: Decoder = (text) => {
  const match = instantPattern.exec(text);
  if (match === null) return text;
  return `${match[1]}T${match[2]}.${(match[3] ?? "").padEnd(3, "0").slice(0, 3)}Z`;
};

/** `\\x` and two hex digits for each byte. */
const decodeBytes: Decoder = (text) =>
  Uint8Array.from({ length: text.length / 2 - 1 }, (_, index) =>
    Number.parseInt(text.slice(2 * index + 2, 2 * index + 4), 16),
  );

function decodeArrayOf(item: Decoder): Decoder {
  return (text) => splitArray(text).map((part) => (part === null ? null : item(part)));
}

/** Splits a one-dimensional array literal; null stands for an unquoted NULL. */
function splitArray(text: string): (string | null)[] {
  const items: (string | null)[] = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;
  for (const match of text.matchAll(pattern)) {
    const quoted = match[1];
    if (quoted !== undefined) items.push(quoted.replaceAll(/\\(.)/gs, "$1"));
    else items.push(match[2] === "NULL" ? null : (match[2] ?? null));
  }
  return items;
}

const scalars: readonly (readonly [oid: number, arrayOid: number, decode: Decoder])[] = [
  [16, 1000, (text) => text === "t"],
  [17, 1001, decodeBytes],
  [20, 1016, decodeInt8],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, identity],
  [26, 1028, Number],
  [114, 199, (text) => JSON.parse(text)],
  [700, 1021, Number],
  [701, 1022, Number],
  [1043, 1015, identity],
  [1082, 1182, identity],
  [1184, 1185, decodeInstant],
  [1700, 1231, identity],
  [2950, 2951, identity],
  [3802, 3807, (text) => JSON.parse(text)],
];

const decoders = new Map<number, Decoder>(
  scalars.flatMap(([oid, arrayOid, decode]) => [[oid, decode] as const, [arrayOid, decodeArrayOf(decode)] as const]),
);

/** The decoder of a PostgreSQL type, by the oid that the catalogue gives to built-in types. */
export function columnDecoder(oid: number): Decoder {
  return decoders.get(oid) ?? identity;
}
