/** Whether this is the long run, in which properties on a database are tried as often as they say. */
const isLong = process.env["FLEET_TEST_LONG"] === "1";

/** How often a property is tried: a third of `long` in the quick suite, whose database makes each try slow. */
export function runs(long: number): number {
  return isLong ? long : Math.ceil(long / 3);
}
