/** One page of each kind, by a name that says what is special about it; paths are below the site's folder. */
export const PAGE_KINDS: Readonly<Record<string, string>> = {
  start: "v1/",
  "guide-with-diagram": "v1/guides/login-and-rotation/",
  "list-of-groups": "v1/groups/",
  group: "v1/groups/unit_groups/",
  "operation-with-body": "v1/operations/unitsCreate/",
  "longest-operation": "v1/operations/authLogin/",
  schema: "v1/schemas/Unit/",
  problem: "v1/problems/validation_failed/",
  permission: "v1/permissions/units.view/",
  decision: "v1/decisions/units/",
  changelog: "v1/changelog/",
  "list-of-schemas": "v1/schemas/",
  "list-of-errors": "v1/problems/",
  "list-of-permissions": "v1/permissions/",
  "not-found": "404.html",
};
