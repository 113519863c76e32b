/** Reads CSV text that comes in pieces. */
export interface CsvReader {
  /** The rows that end in this piece, one by one as they are asked for. Take all before the next piece. */
  push(text: string): Generator<string[]>;
  /** The last row, where no line end follows it. Throws if it ends inside quotes. */
  end(): Generator<string[]>;
}

/**
 * A reader of CSV as RFC 4180 has it: fields between commas, in quotes where they hold commas, quotes (doubled) or
 * line ends; rows end with CRLF, and LF or CR alone will do. An empty line is a row with one empty field. What the RFC
 * does not allow throws `wrong(why)` instead of giving rows that are shifted, and so does a row of more than `most`
 * characters.
 */
export function csvReader(most: number, wrong: (why: string) => Error): CsvReader {
  let row: string[] = [];
  let field = "";
  let size = 0;
  // What stands before: a field's begin, its plain text, text in quotes, a quote in quotes (its end, or half a quote).
  let at: "begin" | "plain" | "quoted" | "quote" = "begin";
  let afterCr = false;

  const endField = (): void => {
    row.push(field);
    field = "";
    at = "begin";
  };
  const endRow = (): string[] => {
    endField();
    const whole = row;
    row = [];
    size = 0;
    return whole;
  };
  return {
    *push(text) {
      for (const [token] of text.matchAll(/[",\r\n]|[^",\r\n]+/g)) {
        size += token.length;
        if (size > most) throw wrong(`has more than ${most} characters`);
        const isLineEnd = token === "\r" || token === "\n";
        const secondHalf = afterCr && token === "\n";
        afterCr = token === "\r";
        if (at === "quoted" && token !== '"') field += token;
        else if (token === '"') {
          if (at === "plain") throw wrong("has a quote in a field without quotes");
          if (at === "quote") field += token;
          at = at === "quoted" ? "quote" : "quoted";
        } else if (token === ",") endField();
        else if (!isLineEnd) {
          if (at === "quote") throw wrong("has text after a closing quote");
          field += token;
          at = "plain";
        } else if (secondHalf) size = 0;
        else yield endRow();
      }
    },
    *end() {
      if (at === "quoted") throw wrong("ends inside quotes");
      if (row.length > 0 || at !== "begin") yield endRow();
    },
  };
}
