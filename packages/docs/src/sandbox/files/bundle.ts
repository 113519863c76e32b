import { fileURLToPath } from "node:url";
import { keptErrors, validators } from "@fleet-api/contract/validators";
import { build, type Plugin } from "esbuild";

/**
 * One side of the sandbox as a module without imports.
 * @param target - the browsers that it is made for
 */
export async function bundle(side: "worker" | "open-sandbox", target: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${side}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: [...target],
    // PGlite imports it where it finds itself in Node.
    external: ["node:module"],
    plugins: [requestValidators],
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Replaces the validators of the contract by those of requests: nothing checks the responses of the sandbox. What is left of
 * these is whether a status has a body.
 */
const requestValidators: Plugin = {
  name: "request-validators",
  setup(builder) {
    builder.onResolve({ filter: /^@fleet-api\/contract\/validators$/ }, () => ({
      path: "validators",
      namespace: "request-validators",
    }));
    builder.onLoad({ filter: /.*/, namespace: "request-validators" }, () => ({
      contents: requestModule(),
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    }));
  },
};

function requestModule(): string {
  const entries = Object.entries(validators);
  const imports = entries.map(
    ([id], index) => `import * as o${index} from "@fleet-api/contract/validators/request/${id}";`,
  );
  const members = entries.map(([id, { responses }], index) => {
    const bodies = Object.entries(responses).map(([status, validate]) => [status, validate === null ? null : true]);
    return `${id}: { ...o${index}, responses: ${JSON.stringify(Object.fromEntries(bodies))} },`;
  });
  return `${imports.join("\n")}
export const keptErrors = ${keptErrors};
export const validators = { ${members.join("\n")} };`;
}
