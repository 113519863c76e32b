import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap, parseDocument } from "yaml";
import { lint, repositoryConfig } from "./redocly.ts";
import type { Problem } from "./redocly.ts";

const packageFolder = fileURLToPath(new URL("../", import.meta.url));

/**
 * Lints a contract of others in an empty folder that has nothing but what the package publishes, with the configuration
 * of the README. Without `options` it has only the first lines of it: the plugin and its ruleset.
 */
export async function lintElsewhere(folder: string, { options }: { options: boolean }): Promise<Problem[]> {
  const manifest: { name: string; files: string[] } = JSON.parse(
    await readFile(join(packageFolder, "package.json"), "utf8"),
  );
  const installed = join(folder, "node_modules", manifest.name);
  await mkdir(installed, { recursive: true });
  for (const name of ["package.json", ...manifest.files]) {
    await cp(join(packageFolder, name), join(installed, name), { recursive: true });
  }
  const readme = await readFile(join(packageFolder, "README.md"), "utf8");
  const snippet = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const config = join(folder, "redocly.yaml");
  await writeFile(config, options ? snippet : (snippet.split("rules:")[0] ?? ""));
  const document = join(folder, "openapi.yaml");
  await cp(join(packageFolder, "test/fixtures/elsewhere.yaml"), document);
  const [problems = []] = await lint([document], config);
  return problems;
}

/** What another team would call the schemas and operations that the rules look for. */
const theirNames = {
  Permissions: "Rights",
  ProblemCode: "FaultCode",
  Problem: "Fault",
  Notices: "Remarks",
  Pagination: "Paging",
  authLogin: "authEnter",
  authLogout: "authLeave",
};

/** A text of ours, a contract or a configuration, with their names. */
export function inTheirNames(text: string): string {
  return Object.entries(theirNames).reduce(
    (result, [ours, theirs]) => result.replaceAll(new RegExp(`\\b${ours}\\b`, "g"), theirs),
    text,
  );
}

/** The contract with their names, and with one error less. */
export function renamed(contract: string): string {
  const document = parseDocument(inTheirNames(contract));
  // Nobody else answers 413 where this contract does.
  const paths = document.get("paths");
  for (const { key } of isMap(paths) ? paths.items : []) {
    const place = ["paths", key, "post", "responses", "413"];
    if (document.hasIn(place)) document.deleteIn(place);
  }
  return document.toString();
}

/** The configuration of the contract with other options, for the names of `renamed`. */
export function configWith(options: Record<string, object>, text: string): string {
  const config = parseDocument(text);
  config.setIn(["plugins", 0], join(packageFolder, "src/plugin.mjs"));
  for (const [rule, values] of Object.entries(options)) {
    config.setIn(["rules", `fleet/${rule}`], config.createNode({ severity: "error", ...values }));
  }
  return config.toString();
}

export const renamedOptions = {
  permission: { catalogue: "Rights" },
  "permission-action": { catalogue: "Rights" },
  "problem-codes": { codes: "FaultCode" },
  envelope: { notices: "Remarks", pagination: "Paging", problem: "Fault" },
  "rotation-header": { login: "authEnter", logout: "authLeave" },
  "expected-errors": { body: { 415: "its body may have another media type" } },
};

/** The configuration of the contract without its exceptions. */
export function configWithoutExceptions(text: string): string {
  const config = parseDocument(text);
  config.setIn(["plugins", 0], join(packageFolder, "src/plugin.mjs"));
  for (const rule of exceptionsOf(text).keys()) config.deleteIn(["rules", rule, "exceptions"]);
  return config.toString();
}

/** The labels of the exceptions that the repository makes, by rule. */
export function exceptionsOf(text: string): Map<string, string[]> {
  const { rules }: { rules: Record<string, { exceptions?: object }> } = parseDocument(text).toJS();
  return new Map(
    Object.entries(rules).flatMap(([rule, { exceptions }]): [string, string[]][] =>
      exceptions === undefined ? [] : [[rule, Object.keys(exceptions)]],
    ),
  );
}

/** The text of the configuration that the contract is linted with. */
export async function repositoryConfigText(): Promise<string> {
  return readFile(repositoryConfig, "utf8");
}
