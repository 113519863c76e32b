/** The present of the tests. */
export const now = Date.UTC(2026, 10, 21);
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The three forms of RFC 9110 section 5.6.7. */
export function forms(ms: number): { imf: string; rfc850: string; asctime: string } {
  const imf = new Date(ms).toUTCString();
  const [weekday = "", day = "", month = "", year = "", time = ""] = imf.replace(",", "").split(" ");
  return {
    imf,
    rfc850: `${weekdays[new Date(ms).getUTCDay()]}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
    asctime: `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
  };
}
