import type { Permission } from "../contract/site-contract.ts";
import { operationUrl, permissionUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { operationList } from "./parts.ts";
import { propertyId } from "./property-list.ts";

/** The page of a permission: which operations and which fields need it. */
export function permissionPage(tools: Tools, permission: Permission): Page {
  const { name, title, resource, action, resourceTitle, operations, fields } = permission;
  const url = permissionUrl(name);
  const context = pageContext(tools, url);
  const unused = operations.length === 0 && fields.length === 0;
  const check = `Ask [GET /auth/permission/${resource}/action/${action}](operation:authPermission) whether the logged-in user has it, in the whole scope or in a part of it.`;
  return {
    url,
    kind: "permission",
    title,
    summary: `The permission ${name}: what needs it.`,
    above: [{ title: "Permissions", url: "permissions/" }],
    main: html`<p class="route"><code>${name}</code></p>
      <div class="prose lead">
        <p>
          Action <code>${action}</code> of the resource ${resourceTitle}
          (<code>${resource}</code>).${unused && " Nothing in this version needs it."}
        </p>
        ${context.prose(check)}
      </div>
      ${
        operations.length > 0 &&
        html`<section aria-labelledby="operations">
          <h2 id="operations">Operations that need it</h2>
          ${operationList(context, operations)}
        </section>`
      }
      ${
        fields.length > 0 &&
        html`<section aria-labelledby="fields">
          <h2 id="fields">Fields that need it</h2>
          ${fieldList(context, permission)}
        </section>`
      }`,
    aside: null,
    toc: [
      ...(operations.length > 0 ? [{ id: "operations", text: "Operations that need it", level: 2 }] : []),
      ...(fields.length > 0 ? [{ id: "fields", text: "Fields that need it", level: 2 }] : []),
    ],
    markdown: null,
    search: [{ kind: "permission", title: name, url, text: `${title} ${resourceTitle}` }],
  };
}

function fieldList(context: PageContext, { fields }: Permission): Html {
  return html`<ul class="plain">
    ${fields.map(
      ({ operation, field }) =>
        html`<li>
          <a href="${context.to(operationUrl(operation.id))}#${propertyId("body", field)}"><code>${field}</code></a> of
          ${operation.summary}
        </li>`,
    )}
  </ul>`;
}
