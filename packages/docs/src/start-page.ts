import type { ContractDocument, ListedOperation } from "./document.ts";
import { listOperations } from "./document.ts";
import { problems } from "@fleet-api/contract/problems";
import { escapeHtml, inlineCode } from "./html.ts";
import { renderPage } from "./page.ts";

const curl = `curl -si http://127.0.0.1:4080/api/v1/auth/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"demo-partner-admin","password":"…"}'

curl -s 'http://127.0.0.1:4080/api/v1/units/listing?page=2&per_page=50' \\
  -H 'authorization: bearer <ACCESS_TOKEN>'`;

const code = `import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";

const auth = createAuth({ baseUrl, credentials: async () => ({ username, password }) });
const fleet = createFleetClient({ baseUrl, ...auth.bind() });

for await (const unit of fleet.units.listing({ query: { per_page: 100 } })) {
  console.log(unit.name);
}`;

/** The start page: what the service is, how to begin, every operation and every problem code; no script. */
export function startPage(document: ContractDocument): string {
  const { title, version, summary = "" } = document.info;
  return renderPage({
    title: `${title} ${version}`,
    description: summary,
    header: `<p class="version">Version ${escapeHtml(version)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(summary)}</p>
<nav aria-label="Documents"><ul>
<li><a href="reference.html">API reference</a></li>
<li><a href="changelog.html">Changelog</a></li>
<li><a href="openapi.json">OpenAPI description</a></li>
<li><a href="openapi.documented.json">Documented part only</a></li>
</ul></nav>`,
    main: `<section aria-labelledby="begin"><h2 id="begin">Begin</h2>
<p>Log in; the access token comes in the <code>Authorization</code> response header. The service replaces it every
few minutes: whenever a response carries that header, use the token in it from then on.</p>
<pre tabindex="0"><code>${escapeHtml(curl)}</code></pre>
<p>The typed client and the auth package do this for you:</p>
<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>
</section>
<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
${groups(document)}
</section>
<section aria-labelledby="problems"><h2 id="problems">Problem codes</h2>
<p>An error is an RFC 9457 problem; switch on its <code>code</code>.</p>
<dl>${problemCodes()}</dl>
</section>`,
  });
}

function groups(document: ContractDocument): string {
  const operations = listOperations(document);
  return document.tags
    .map(({ name, description }) => {
      const rows = operations.filter(({ operation }) => operation.tags.includes(name)).map(operationRow);
      const table = rows.length === 0 ? "" : operationTable(name, rows);
      return `<h3>${escapeHtml(name)}</h3>\n<p>${inlineCode(description)}</p>\n${table}`;
    })
    .join("\n");
}

function operationTable(group: string, rows: string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="Operations of ${escapeHtml(group)}"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Does</th><th scope="col">Permission</th><th scope="col">Provenance</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function operationRow({ verb, path, operation }: ListedOperation): string {
  return `<tr><td><code>${verb} ${escapeHtml(path)}</code></td><td>${escapeHtml(operation.summary)}</td>\
<td>${escapeHtml(permissionText(operation))}</td><td>${operation["x-provenance"]}</td></tr>`;
}

function permissionText(operation: ListedOperation["operation"]): string {
  const permission = operation["x-permission"];
  if (permission === undefined) return "none needed";
  return permission === "self" ? "any logged-in user" : `${permission.resource}.${permission.action}`;
}

/** The same texts as on the page that the service has about each code. */
function problemCodes(): string {
  return Object.entries(problems)
    .map(
      ([name, { status, description }]) =>
        `<dt><code>${name}</code> (${status})</dt><dd>${inlineCode(description)}</dd>`,
    )
    .join("\n");
}
