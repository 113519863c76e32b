import { median } from "../measure/statistics.ts";
import { measureEntry, type Size } from "../size/measure-entry.ts";
import { node } from "./commands.ts";

const ENTRY = "@fleet-api/contract/validators";

/** An operation that every synthetic contract has. Its answer is a page of whole records. */
const OPERATION = "unitsListing";

/** A program that validates the requests and the answers of one operation. */
const ONE = `import * as request from "${ENTRY}/request/${OPERATION}"; import * as response from "${ENTRY}/response/${OPERATION}"; console.log(request, response);`;

/** The bundle with the validators of all operations. */
export function allValidators(folder: string): Promise<Size> {
  return measureEntry({ name: "all", code: `import * as all from "${ENTRY}"; console.log(all);` }, folder);
}

/** The bundle of a program that validates one operation. */
export function oneValidator(folder: string): Promise<Size> {
  return measureEntry({ name: OPERATION, code: ONE }, folder);
}

/** Milliseconds until the validators of all operations are loaded, as a server does at its start. */
export async function loadMs(folder: string): Promise<number> {
  const script = `const started = performance.now(); await import("${ENTRY}"); console.log(performance.now() - started);`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(Number(await node(folder, ["--input-type=module", "-e", script])));
  return median(times);
}
