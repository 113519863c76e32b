import type { Problem } from "../contract/site-contract.ts";
import { problemUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { html } from "../html/html.ts";
import { pageContext, type Tools } from "./context.ts";
import type { Page } from "./page.ts";
import { firstSentence, operationList } from "./parts.ts";

/** Codes that a client may answer by sending the same request again, after a pause. */
const RETRIED = new Set([408, 429, 500, 503]);

/** The page of a problem code, which its `type` names: what it means, what to do, who returns it. */
export function problemPage(tools: Tools, problem: Problem): Page {
  const { code, status, title, description, operations, example } = problem;
  const url = problemUrl(code);
  const context = pageContext(tools, url);
  const everywhere = operations.length === 0;
  const scope = everywhere
    ? "This error occurs before an operation is known, so no operation lists it."
    : operations.length === tools.contract.operations.length
      ? "Every operation can return it."
      : null;
  return {
    url,
    kind: "problem",
    title,
    summary: firstSentence(description),
    above: [{ title: "Errors", url: "problems/" }],
    main: html`<p class="route">
        <span class="status status-${Math.floor(status / 100)}">${status}</span> <code>${code}</code>
      </p>
      <div class="prose lead">${context.prose(description)}</div>
      <section aria-labelledby="retry">
        <h2 id="retry">Retry</h2>
        <div class="prose">${context.prose(retryText(problem))}</div>
      </section>
      <section aria-labelledby="operations">
        <h2 id="operations">Returned by</h2>
        ${scope !== null ? html`<p>${scope}</p>` : operationList(context, operations)}
      </section>`,
    aside:
      example === undefined
        ? null
        : codeFigure(context.highlight(JSON.stringify(example, null, 2), "json"), "json", "Example"),
    toc: [
      { id: "retry", text: "Retry", level: 2 },
      { id: "operations", text: "Returned by", level: 2 },
    ],
    markdown: null,
    search: [{ kind: "error", title: code, url, text: `${status} ${title} ${firstSentence(description)}` }],
  };
}

function retryText({ code, status }: Problem): string {
  if (code === "request_in_progress")
    return "Send the same request again in a moment; the `Idempotency-Key` stays the same.";
  if (code === "precondition_failed")
    return "Do not repeat it as it is. Read the record, apply the change to it, and send it with the new entity tag: [concurrent edits](guide:idempotency-and-concurrent-edits).";
  if (status === 401 && code !== "invalid_credentials")
    return "Log in, then send the request again. The auth package does so on its own: [login and token rotation](guide:login-and-rotation).";
  if (code === "too_many_requests")
    return "The request was not carried out. Send it again, whatever its method, when `Retry-After` has passed: [errors and retries](guide:errors-and-retries).";
  if (code === "gone") return "What was asked for is no more: a retry does not bring it back.";
  if (status === 404)
    return "The same request fails in the same way, until there is such a record in the caller's scope.";
  if (status === 501) return "No request of this kind succeeds; use what the contract has.";
  if (RETRIED.has(status))
    return "The same request may succeed later. Wait as long as `Retry-After` says, or longer with each attempt; repeat only requests that are idempotent or carry an `Idempotency-Key`: [errors and retries](guide:errors-and-retries).";
  return "The same request fails in the same way. Correct it first.";
}
