/** The names of one synthetic resource group. */
export interface GroupNames {
  /** First segment of its paths, and the name of its folder: `fuel_cards`. */
  readonly path: string;
  /** Name of its record in the singular, as in `fuel_card_id`. */
  readonly one: string;
  /** The record as a schema: `FuelCard`. */
  readonly schema: string;
  /** Prefix of its operation ids: `fuelCards`. */
  readonly id: string;
  /** Its tag: `Fuel Cards`. */
  readonly tag: string;
  /** The record in a sentence: `fuel card`, `fuel cards`. */
  readonly words: { readonly one: string; readonly many: string };
}

/** Plural and singular. None is a resource group of the service, so that the two never meet in one contract. */
const NOUNS = [
  ["tyres", "tyre"],
  ["depots", "depot"],
  ["trailers", "trailer"],
  ["fuel_cards", "fuel_card"],
  ["toll_tags", "toll_tag"],
  ["permits", "permit"],
  ["inspections", "inspection"],
  ["incidents", "incident"],
  ["work_orders", "work_order"],
  ["spare_parts", "spare_part"],
  ["suppliers", "supplier"],
  ["leases", "lease"],
  ["insurance_policies", "insurance_policy"],
  ["shifts", "shift"],
  ["customers", "customer"],
  ["deliveries", "delivery"],
  ["checklists", "checklist"],
  ["cameras", "camera"],
  ["batteries", "battery"],
  ["chargers", "charger"],
  ["workshops", "workshop"],
  ["containers", "container"],
  ["training_courses", "training_course"],
  ["parking_spaces", "parking_space"],
] as const;

/**
 * The names of the first groups of the list.
 * @throws Error when there are not so many
 */
export function groupNames(count: number): GroupNames[] {
  if (count > NOUNS.length) throw new Error(`There are names for ${NOUNS.length} groups, not for ${count}.`);
  return NOUNS.slice(0, count).map(([path, one]) => {
    const parts = path.split("_").map(capital);
    const schema = one.split("_").map(capital).join("");
    const [first = "", ...rest] = path.split("_");
    const words = { one: one.replaceAll("_", " "), many: path.replaceAll("_", " ") };
    return { path, one, schema, id: first + rest.map(capital).join(""), tag: parts.join(" "), words };
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
