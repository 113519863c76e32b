import { describe, expect, it } from "vitest";
import { taskInputs } from "../src/checks/tasks.ts";
import { manifest, problemsOf } from "./support.ts";

const SOURCES = { dependsOn: ["^sources"], inputs: ["src/**"] };

/** The findings about these tasks of the root, and of a package. */
function check(tasks: object, own: object = {}): Promise<string[]> {
  return problemsOf(taskInputs, {
    "turbo.json": JSON.stringify({ tasks: { sources: SOURCES, ...tasks } }),
    "tools/a/package.json": manifest({ name: "a" }),
    "tools/a/turbo.json": JSON.stringify({ extends: ["//"], tasks: own }),
    "spec/openapi.yaml": "",
  });
}

describe("task-inputs", () => {
  it("accepts cached tasks that see the sources of the packages they use, and any others", async () => {
    const tasks = {
      codegen: { dependsOn: ["sources"], inputs: ["$TURBO_ROOT$/spec/**", "gone.yaml"] },
      build: { dependsOn: ["^build"] },
      clean: { cache: false },
    };
    const own = { codegen: { inputs: ["$TURBO_DEFAULT$"] }, build: { dependsOn: ["$TURBO_EXTENDS$", "codegen"] } };
    expect(await check(tasks, own)).toEqual([]);
  });

  it("refuses a cached task that sees only its own package", async () => {
    const end = "is cached without the sources of the packages that it uses; add sources or ^build to dependsOn";
    expect(await check({ codegen: { inputs: ["src/**"] }, "a#diff": { dependsOn: ["codegen"] } })).toEqual([
      `turbo.json codegen ${end}`,
      `turbo.json a#diff ${end}`,
    ]);
    expect(await check({ unit: { dependsOn: ["sources"] } }, { unit: { dependsOn: ["template"] } })).toEqual([
      `tools/a/turbo.json unit ${end}`,
    ]);
  });

  it("refuses sources that see only their own package", async () => {
    expect(await check({ sources: { inputs: ["src/**"] } })).toEqual([
      "turbo.json sources is cached without the sources of the packages that it uses; add ^sources to dependsOn",
    ]);
  });

  it("refuses an input that names no file of the repository", async () => {
    const inputs = ["$TURBO_ROOT$/spec/*.yaml", "$TURBO_ROOT$/tools/{b,c}/src/**"];
    expect(await check({ codegen: { dependsOn: ["sources"], inputs } })).toEqual([
      "turbo.json codegen has the input tools/{b,c}/src/**, where there is no file; remove or rename it",
    ]);
  });
});
