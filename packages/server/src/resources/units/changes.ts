import type { SimCard, SimCardAssignment } from "@fleet-api/contract/types/units";
import type { RecordChange } from "../../records/index.ts";

/** Gives a unit a SIM card, or takes it away. */
export function simCardChange(card: SimCardAssignment | null): RecordChange {
  const none = { msisdn: null, imsi: null, carrier: null, apn: null, activated_on: null };
  const sim_card: SimCard | null = card && { ...none, status: "unknown", ...card };
  return { body: { sim_card }, columns: { sim_card: "r.sim_card" } };
}
