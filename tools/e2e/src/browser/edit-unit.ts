import { createAuth } from "@fleet-api/auth";
import type { Credentials } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { withIfMatch } from "@fleet-api/client/conditional";
import type { Unit } from "@fleet-api/client/types/units";

/** What came of a change. */
export type Saved =
  | { readonly name: string; readonly version: number }
  | { readonly code: string; readonly message: string; readonly currentVersion: number | undefined };

/** A form in a page that shows one unit. */
export interface UnitForm {
  /** Reads the unit. Answers its name. */
  read(): Promise<string>;
  /** Changes the name, on condition that nobody has changed the unit since it was read. */
  rename(name: string): Promise<Saved>;
}

/** Opens the form for a unit. */
export function unitForm(baseUrl: string, credentials: Credentials, unitId: number): UnitForm {
  const fleet = createFleetClient({ baseUrl, ...createAuth({ baseUrl, credentials }).bind() });
  const path = { unit_id: unitId };
  let shown: Unit | undefined;
  return {
    async read() {
      shown = (await fleet.units.get({ path }).orThrow()).data;
      return shown.name;
    },
    async rename(name) {
      if (shown === undefined) throw new Error("Read the unit first.");
      const result = await fleet.units.update({ path, body: { name } }, withIfMatch(shown));
      if (result.ok) return { name: result.data.name, version: result.data.version };
      if (result.kind !== "http") throw result.error;
      const { code, detail } = result.error;
      const currentVersion = code === "precondition_failed" ? result.error.current_version : undefined;
      return { code, message: detail ?? "", currentVersion };
    },
  };
}
