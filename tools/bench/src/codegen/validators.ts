import { median } from "../measure/statistics.ts";
import { measureEntry, type Size } from "../size/measure-entry.ts";
import { node } from "./commands.ts";

const ENTRY = "@fleet-api/contract/validators";

/** An operation that every synthetic contract has. Its answer is a page of whole records. */
const OPERATION = "unitsListing";

/** How one operation's validators may be imported, the narrowest way first. */
const WAYS = [
  `import * as one from "${ENTRY}/${OPERATION}"; console.log(one);`,
  `import { ${OPERATION} } from "${ENTRY}"; console.log(${OPERATION});`,
  `import { validators } from "${ENTRY}"; console.log(validators.${OPERATION});`,
];

/** The bundle with the validators of all operations. */
export function allValidators(folder: string): Promise<Size> {
  return measureEntry({ name: "all", code: `import * as all from "${ENTRY}"; console.log(all);` }, folder);
}

/** The bundle of a program that validates one operation, by the narrowest import that the contract offers. */
export async function oneValidator(folder: string): Promise<Size> {
  for (const code of WAYS) {
    const size = await measureEntry({ name: OPERATION, code }, folder).catch(() => null);
    if (size !== null) return size;
  }
  throw new Error(`${ENTRY} offers the validators of ${OPERATION} in no way that WAYS in codegen/validators.ts knows.`);
}

/** Milliseconds until the validators of all operations are loaded, as a server does at its start. */
export async function loadMs(folder: string): Promise<number> {
  const script = `const started = performance.now(); await import("${ENTRY}"); console.log(performance.now() - started);`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(Number(await node(folder, ["--input-type=module", "-e", script])));
  return median(times);
}
