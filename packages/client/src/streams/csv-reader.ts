/** A row of CSV text. */
export interface CsvRow {
  /** The line of the text on which the row begins; the first one is 1. */
  readonly line: number;
  readonly fields: string[];
  /** Which of the fields are in quotes. */
  readonly quoted: boolean[];
}

/** Reads CSV text that comes in pieces. */
export interface CsvReader {
  /** The rows that end in this piece, one by one as they are asked for. Take all before the next piece. */
  push(text: string): Generator<CsvRow>;
  /** The last row, where no line end follows it. Throws if it ends inside quotes. */
  end(): Generator<CsvRow>;
}

/** Makes the error for the row that begins on this line; `why` is a predicate without a full stop: `ends inside quotes`. */
export type WrongRow = (line: number, why: string) => Error;

/**
 * A reader of CSV as RFC 4180 has it: fields between commas, in quotes where they hold commas, quotes (doubled) or
 * line ends; rows end with CRLF, and LF or CR alone will do. An empty line is a row with one empty field. What the RFC
 * does not allow throws `wrong(line, why)` instead of giving rows that are shifted, and so does a row of more than `most`
 * characters.
 * @param delimiter - one character in place of the comma
 */
export function csvReader(most: number, wrong: WrongRow, delimiter = ","): CsvReader {
  const special = `"\\r\\n${delimiter.replace(/[\\\]^-]/, "\\$&")}`;
  const tokens = new RegExp(`[${special}]|[^${special}]+`, "g");
  let row: CsvRow = { line: 1, fields: [], quoted: [] };
  let line = 1;
  let field = "";
  let size = 0;
  // What stands before: a field's begin, its plain text, text in quotes, a quote in quotes (its end, or half a quote).
  let at: "begin" | "plain" | "quoted" | "quote" = "begin";
  let afterCr = false;

  const endField = (): void => {
    row.fields.push(field);
    row.quoted.push(at === "quote");
    field = "";
    at = "begin";
  };
  const endRow = (): CsvRow => {
    endField();
    const whole = row;
    row = { line, fields: [], quoted: [] };
    size = 0;
    return whole;
  };
  return {
    *push(text) {
      for (const [token] of text.matchAll(tokens)) {
        size += token.length;
        if (size > most) throw wrong(row.line, `has more than ${most} characters. Check the quotes before it`);
        const isLineEnd = token === "\r" || token === "\n";
        const secondHalf = afterCr && token === "\n";
        afterCr = token === "\r";
        if (isLineEnd && !secondHalf) line++;
        if (at === "quoted" && token !== '"') field += token;
        else if (token === '"') {
          if (at === "plain") throw wrong(row.line, "has a quote in a field without quotes");
          if (at === "quote") field += token;
          at = at === "quoted" ? "quote" : "quoted";
        } else if (token === delimiter) endField();
        else if (!isLineEnd) {
          if (at === "quote") throw wrong(row.line, "has text after a closing quote");
          field += token;
          at = "plain";
        } else if (secondHalf) size = 0;
        else yield endRow();
      }
    },
    *end() {
      if (at === "quoted") throw wrong(row.line, "ends inside quotes");
      if (row.fields.length > 0 || at !== "begin") yield endRow();
    },
  };
}
