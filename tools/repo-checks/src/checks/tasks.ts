import { matchesGlob, posix } from "node:path";
import type { Repo } from "../repo/repo.ts";
import { asRecord, workspacePackages } from "../repo/workspace.ts";
import { type Check, found, type Problem } from "./check.ts";

/** A task of a turbo.json. */
interface Task {
  readonly file: string;
  readonly name: string;
  readonly cached: boolean;
  readonly dependsOn: readonly string[];
  readonly inputs: readonly string[];
}

/** Tasks whose hash has the sources of the package, and those of every workspace package that it depends on. */
const WITH_SOURCES = ["sources", "^build"];

/** What a cached task reads belongs to its hash. */
export const taskInputs: Check = {
  name: "task-inputs",
  why: "a cached task that does not see a change answers with the results of yesterday",
  run(repo) {
    const files = ["turbo.json", ...workspacePackages(repo).map(({ dir }) => posix.join(dir, "turbo.json"))];
    const tasks = [...new Set(files)].filter((file) => repo.has(file)).flatMap((file) => readTasks(repo, file));
    return {
      ...found(tasks.flatMap((task) => [...dependencyProblems(task), ...inputProblems(repo, task)])),
      note: `${tasks.length} tasks`,
    };
  },
};

function readTasks(repo: Repo, file: string): Task[] {
  const tasks = asRecord(asRecord(JSON.parse(repo.read(file))).tasks);
  return Object.entries(tasks).map(([name, value]) => {
    const { cache, dependsOn, inputs } = asRecord(value);
    // A task of a package has what the same task of the root has, where it does not say otherwise.
    const inherited = file === "turbo.json" ? [] : ["$TURBO_EXTENDS$"];
    return {
      file,
      name,
      cached: cache !== false,
      dependsOn: dependsOn === undefined ? inherited : stringsOf(dependsOn),
      inputs: stringsOf(inputs),
    };
  });
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The sources of the dependencies are in the hash of a task only through the tasks that it depends on. */
function dependencyProblems({ file, name, cached, dependsOn }: Task): Problem[] {
  const isSource = name === "sources" && dependsOn.includes("^sources");
  const sees = [...WITH_SOURCES, "$TURBO_EXTENDS$"].some((task) => dependsOn.includes(task));
  if (!cached || isSource || sees) return [];
  const wanted = name === "sources" ? "^sources" : WITH_SOURCES.join(" or ");
  return [
    {
      file,
      subject: name,
      message: `${name} is cached without the sources of the packages that it uses; add ${wanted} to dependsOn`,
    },
  ];
}

const FROM_ROOT = "$TURBO_ROOT$/";

/** An input that names no file sees no change. What is built is not in git, but then a task makes it. */
function inputProblems(repo: Repo, { file, name, inputs }: Task): Problem[] {
  return inputs
    .filter((input) => input.startsWith(FROM_ROOT))
    .map((input) => input.slice(FROM_ROOT.length))
    .filter((glob) => !repo.files.some((path) => matchesGlob(path, glob)))
    .map((glob) => ({
      file,
      subject: name,
      message: `${name} has the input ${glob}, where there is no file; remove or rename it`,
    }));
}
