/** The request that the form makes, as code. */
import type { Callable } from "../samples/callable.ts";
import { curlSample } from "../samples/curl.ts";
import type { ExampleRequest } from "../samples/example-request.ts";
import { clientSample } from "../samples/client.ts";
import { copyButton } from "../islands/copy.ts";
import { element } from "./elements.ts";

export interface RequestView {
  readonly element: HTMLElement;
  show(operation: Callable, request: ExampleRequest, baseUrl: string): void;
}

/** curl and TypeScript, each in a part of its own. */
export function createRequestView(): RequestView {
  const samples = [
    { title: "curl", write: curlSample, code: element("code") },
    { title: "TypeScript", write: clientSample, code: element("code") },
  ];
  const view = element(
    "div",
    { class: "try-request" },
    ...samples.map(({ title, code }, index) =>
      element(
        "details",
        { open: index === 0 },
        element("summary", {}, title),
        element("pre", { tabindex: "0" }, code),
        copyButton(`Copy ${title}`, async () => code.textContent),
      ),
    ),
  );
  return {
    element: view,
    show(operation, request, baseUrl) {
      for (const { write, code } of samples) code.textContent = write(operation, request, baseUrl);
    },
  };
}
