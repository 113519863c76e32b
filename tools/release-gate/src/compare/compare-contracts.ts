import { type Bump, highest, reaches } from "../bump/bump.ts";
import { withAuthoredEnums, withoutOpenValues } from "../contract/enums.ts";
import { operationsByPlace } from "../contract/operations.ts";
import { identityOf, tokensOf, valueAt } from "../contract/pointer.ts";
import { listSchemaPairs } from "../contract/schema-pairs.ts";
import { allowanceFor } from "./allowances.ts";
import type { Change, Finding, Judge, Versions } from "./finding.ts";
import type { HouseFinding, HouseRule, SchemaRule } from "./house-rule.ts";
import { HOUSE_RULES, SCHEMA_RULES } from "./house-rules.ts";
import { redoclyDiff } from "./redocly-diff.ts";
import { smartDiff } from "./smart-diff.ts";

/** Judges in the order in which their words are preferred. */
const JUDGES: readonly Judge[] = ["house", "redocly", "api-smart-diff", "samples"];

type Judged = Finding & { readonly rule?: HouseRule | SchemaRule; readonly decides?: boolean };

/**
 * Every change between two bundled contracts, highest bump first. It is the union of what all judges see; where they
 * disagree the highest bump counts. Only a named allowance rates lower than a judge.
 */
export async function compareContracts({ base, revision }: Versions): Promise<Change[]> {
  const versions: Versions = { base: withAuthoredEnums(base), revision: withAuthoredEnums(revision) };
  const plain: Versions = {
    base: withoutOpenValues(versions.base),
    revision: withoutOpenValues(versions.revision),
  };
  const redocly = redoclyDiff(plain);
  const findings: Judged[] = [
    ...houseFindings(versions),
    ...schemaFindings(versions),
    ...smartDiff(plain),
    ...(await redocly),
  ];
  const places = byPlace(findings);
  const before = operationsByPlace(versions.base);
  const after = operationsByPlace(versions.revision);
  return withoutParts(
    [...places.values()].map((group) => merge(group, versions)),
    versions,
  )
    .map((change) => {
      // What an operation had before tells whom a change meets; a new operation has nothing that could change.
      const met = before(change.place);
      const operations = met.length > 0 ? met : after(change.place);
      return { ...change, operations: operations.map(({ title }) => title) };
    })
    .filter(({ bump }) => bump !== "none")
    .toSorted((a, b) => (a.bump === b.bump ? 0 : reaches(a.bump, b.bump) ? -1 : 1));
}

/** What came or went as a whole is one change; its parts are only told where they are worse. */
function withoutParts<Placed extends Pick<Change, "place" | "bump">>(
  changes: readonly Placed[],
  { base, revision }: Versions,
): Placed[] {
  const wholes = new Map<string, Bump>();
  for (const { place, bump } of changes) {
    const tokens = tokensOf(place);
    if ((valueAt(base, tokens) === undefined) !== (valueAt(revision, tokens) === undefined)) wholes.set(place, bump);
  }
  return changes.filter(({ place, bump }) => {
    for (let end = place.lastIndexOf("/"); end > 0; end = place.lastIndexOf("/", end - 1)) {
      const whole = wholes.get(place.slice(0, end));
      if (whole !== undefined && reaches(whole, bump)) return false;
    }
    return true;
  });
}

function byPlace(findings: readonly Judged[]): Map<string, Judged[]> {
  const places = new Map<string, Judged[]>();
  for (const finding of findings) {
    const group = places.get(finding.identity);
    if (group) group.push(finding);
    else places.set(finding.identity, [finding]);
  }
  return places;
}

function houseFindings(versions: Versions): Judged[] {
  return HOUSE_RULES.flatMap((rule) => rule.find(versions).map((finding) => judged(finding, rule, versions)));
}

function schemaFindings(versions: Versions): Judged[] {
  const worst = new Map<string, Judged>();
  for (const pair of listSchemaPairs(versions.base, versions.revision)) {
    for (const rule of SCHEMA_RULES) {
      for (const finding of rule.judge(pair)) {
        const known = worst.get(finding.place);
        if (known && reaches(known.bump, finding.bump)) continue;
        worst.set(finding.place, { ...judged(finding, rule, versions), decides: true });
      }
    }
  }
  return [...worst.values()];
}

function judged(finding: HouseFinding, rule: HouseRule | SchemaRule, { revision }: Versions): Judged {
  return { ...finding, judge: "house", identity: identityOf(revision, tokensOf(finding.place)), rule };
}

function merge(group: readonly Judged[], versions: Versions): Omit<Change, "operations"> {
  const ratings = new Map<Judge, Bump>();
  for (const { judge, bump } of group) ratings.set(judge, highest([bump, ratings.get(judge) ?? "none"]));
  const told = group.toSorted((a, b) => JUDGES.indexOf(a.judge) - JUDGES.indexOf(b.judge));
  const [first] = told;
  if (first === undefined) throw new Error("A place without findings is no change.");
  const { place, message } = first;
  const granted = allowanceFor(place, versions);
  if (granted) return { place, message, ratings, bump: granted.bump, rule: granted.allowance };
  const decided = group.find(({ decides }) => decides);
  const bump = decided?.bump ?? highest(ratings.values());
  return { place, message, ratings, bump, ...(first.rule ? { rule: first.rule } : {}) };
}
