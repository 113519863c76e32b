/** @import { Conventions, Document } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { Context, Preprocessor } from "../redocly.d.ts" */
import { checkConventions } from "../derive/check-conventions.mjs";
import { completeEnvelopes } from "../derive/envelopes.mjs";
import { deriveExamples } from "../derive/examples.mjs";
import { deriveGroups, GROUPS } from "../derive/groups.mjs";
import { deriveKeys } from "../derive/idempotency-keys.mjs";
import { inlineReferences } from "../derive/inline.mjs";
import { deriveLinks } from "../derive/links.mjs";
import { completeOpenEnums } from "../derive/open-enums.mjs";
import { completeOperations } from "../derive/operations.mjs";
import { completeCatalogue } from "../derive/permissions.mjs";
import { completeProblemCodes } from "../derive/problem-codes.mjs";
import { References } from "../derive/references.mjs";
import { limitBody, limitRequestStrings } from "../derive/request-limits.mjs";
import { requireProperties } from "../derive/required.mjs";
import { completeResponses } from "../derive/responses.mjs";
import { completeSorts } from "../derive/sorts.mjs";
import { reportUnreadableFiles } from "../derive/unreadable-files.mjs";
import { isRecord, member } from "../document/located.mjs";
import { readOperations } from "../document/operations.mjs";
import { usesOf } from "../document/schema-uses.mjs";

/**
 * Writes into a contract what follows from its conventions, so that an author writes only what is a decision. It runs
 * before lint and before bundling, so both see the same tree. A document without `x-conventions` is left as it is; the
 * field itself is removed, so a bundle is not rewritten again.
 *
 * What an author writes always wins, so each step fills in what is missing and running it twice changes nothing.
 *
 * @type {Preprocessor}
 */
export function conventions() {
  return {
    Root: {
      leave(document, context) {
        const root = { node: document, location: context.location };
        const shared = sharedConventions(context, root);
        if (shared === undefined) return;
        // What follows from half of a contract hides what is wrong with it.
        if (reportUnreadableFiles(context, root)) return clear(document);
        const references = new References(context);
        const subject = { document, conventions: { node: shared, location: root.location.child(["x-conventions"]) } };
        checkConventions(references, subject);
        const { groups, groupOf } = deriveGroups(references, root);
        completeCatalogue(references, member(references.context, subject.conventions, "permissions"), groups);
        const problems = member(references.context, subject.conventions, "problems");
        completeProblemCodes(references, member(references.context, problems, "codes"), groups);
        completeOperations(references, readOperations(document, references.context), { ...subject, groupOf });
        // Before all that reads schemas, and after what says which places are designed.
        inlineReferences(references, root, shared.provenance);
        const entries = readOperations(document, references.context);
        completeSorts(references, entries);
        for (const entry of entries) deriveKeys(references, entry);
        for (const entry of entries) limitBody(references, entry, subject);
        for (const entry of entries) completeEnvelopes(references, entry, subject);
        completeResponses(references, entries, subject);
        // The responses are new, and examples follow `required`.
        const completed = readOperations(document, references.context);
        const uses = usesOf(references.context, completed);
        requireProperties(references, uses);
        limitRequestStrings(uses, subject);
        completeOpenEnums(references, uses);
        deriveLinks(references, completed, subject);
        for (const entry of completed) deriveExamples(references, entry);
        delete document["x-conventions"];
      },
    },
  };
}

const CONVENTIONS = "x-conventions";

/**
 * The conventions of a document; undefined if it has none.
 *
 * @param {Context} context
 * @param {Located<Document>} root
 * @returns {Conventions | undefined}
 */
function sharedConventions(context, { node, location }) {
  if (isRecord(node[CONVENTIONS])) return node[CONVENTIONS];
  const message = "`x-conventions` must be an object. Without conventions write `x-conventions: {}`.";
  if (Object.hasOwn(node, CONVENTIONS)) context.report({ message, location: location.child([CONVENTIONS]).key() });
  else if (Object.hasOwn(node, GROUPS)) {
    const ignored = "`x-groups` needs `x-conventions` in the same document. Write at least `x-conventions: {}`.";
    context.report({ message: ignored, location: location.child([GROUPS]).key() });
  }
  return undefined;
}

/**
 * Leaves nothing in a document that a rule could find something in.
 *
 * @param {Document} document
 */
function clear(document) {
  for (const key of Object.keys(document)) {
    if (!["openapi", "info", "servers"].includes(key)) Reflect.deleteProperty(document, key);
  }
  document.paths = {};
}
