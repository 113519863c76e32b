/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { isRecord, isRef, open } from "../document/located.mjs";
import { reportOnce } from "../document/report-once.mjs";

/**
 * Names of products and companies that a neutral contract does not mention: tracking services, makers of devices, and
 * providers of maps, files, messages and monitoring. Only names that are nothing else in English, as whole words.
 */
const FOREIGN_NAMES = [
  ["Cartrack", "Fleetbase", "Fleetio", "Flespi", "Geotab", "GPSWOX", "Navixy", "OpenGTS", "Samsara", "ThingsBoard"],
  ["Traccar", "Verizon", "Webfleet", "Wialon"],
  ["CalAmp", "Concox", "Meitrack", "Queclink", "Ruptela", "Teltonika"],
  ["Google", "Mapbox", "MapTiler", "OpenStreetMap", "TomTom"],
  ["Cloudinary", "Dropbox", "Filepicker", "Filestack", "Uploadcare"],
  ["Firebase", "PubNub", "Twilio"],
  ["Bugsnag", "Datadog", "Hotjar", "LogRocket", "New Relic", "Zendesk"],
  ["Auth0", "Cloudflare", "Okta"],
].flat();

/**
 * @typedef {object} Options
 * @property {string[]} words further names
 * @property {string[]} allow built-in names that this contract may mention
 */

/** @typedef {(text: string, location: Location) => void} Check */

/**
 * The contract names no product or company: it outlives each of them, and a reader must not take a field for what
 * another product means by it. Keys, texts, enum values and examples are searched, wherever the document leads.
 *
 * Limits: it knows the names on its list and no others. Capitals do not count; `_` and `-` end a word.
 *
 * @type {Rule<Options>}
 */
export function foreignNames({ words = [], allow = [] }) {
  const allowed = new Set(allow.map((word) => word.toLowerCase()));
  const names = [...FOREIGN_NAMES, ...words].filter((word) => !allowed.has(word.toLowerCase()));
  const sources = names.map((word) => word.replace(/\W+/g, "[\\W_]?"));
  const expression = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})(?![\\p{L}\\p{N}])`, "iu");
  return {
    Root(document, context) {
      const report = reportOnce(context);
      /** @type {Map<string, string | undefined>} the same few keys stand everywhere */
      const found = new Map();
      scan(context, { value: document, location: context.location, seen: new Set() }, (text, location) => {
        if (!found.has(text)) found.set(text, expression.exec(text)?.[0]);
        const name = found.get(text);
        if (name !== undefined) report(`\`${name}\` names a product of others: say what it is instead.`, location);
      });
    },
  };
}

/**
 * Hands every key and every text to `check`, in the document and in all that it refers to.
 *
 * @param {Context} context
 * @param {{ value: unknown, location: Location, seen: Set<string> }} subject
 * @param {Check} check
 */
function scan(context, { value, location, seen }, check) {
  if (typeof value === "string") check(value, location);
  if (typeof value !== "object" || value === null) return;
  if (isRef(value)) {
    const target = open(context, /** @type {unknown} */ (value), location);
    if (target !== undefined && !seen.has(target.location.absolutePointer)) {
      seen.add(target.location.absolutePointer);
      scan(context, { value: target.node, location: target.location, seen }, check);
    }
  }
  for (const [key, child] of Object.entries(value)) {
    const place = location.child([key]);
    if (isRecord(value)) check(key, place.key());
    scan(context, { value: child, location: place, seen }, check);
  }
}
