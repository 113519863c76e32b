import type { Host } from "./hosts/host.ts";
import { judgePackaging } from "./packaging.ts";
import type { Consumer } from "./packed/install.ts";
import { entriesOf, type PackedPackage } from "./packed/packed-package.ts";
import { placeSmoke } from "./smoke/bundle.ts";
import type { EntriesReport } from "./smoke/import-entries.ts";
import type { JourneyOptions, JourneyReport } from "./smoke/journey.ts";
import { entriesTask, judgeEntries, judgeJourney } from "./smoke/judges.ts";
import { compile, type Compiler } from "./types/compilers.ts";
import type { ErrorJudge } from "./types/known-errors.ts";
import { writePrograms } from "./types/programs.ts";

/** One thing to find out: its name in the report, and what is wrong. Rejecting is an objection, too. */
interface Question {
  readonly name: string;
  ask(): Promise<readonly string[]>;
}

/** The objections to one question; none when all is well. */
export interface Answer {
  readonly name: string;
  readonly objections: readonly string[];
}

/** Asks all questions, `width` at a time, and tells each answer when it is there. */
export async function askAll(questions: readonly Question[], tell: (answer: Answer) => void, width = 2): Promise<void> {
  const waiting = [...questions];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      tell({ name: next.name, objections: await objectionsTo(next) });
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function objectionsTo(question: Question): Promise<readonly string[]> {
  try {
    return await question.ask();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** How each tarball is packed. */
export function packagingQuestions(packages: readonly PackedPackage[]): Question[] {
  return packages.map((packed) => ({ name: `packaging of ${packed.name}`, ask: () => judgePackaging(packed) }));
}

/** Whether users' programs compile: libraries and in each place under each compiler, without optional peers under the newest. */
export async function typesQuestions(
  consumer: Consumer,
  packages: readonly PackedPackage[],
  compilers: readonly Compiler[],
  judge: ErrorJudge,
): Promise<Question[]> {
  const typed = packages.flatMap(entriesOf).filter(({ kind, targets }) => kind === "json" || hasTypes(targets));
  const { node, page, lean, library } = await writePrograms(consumer, typed);
  return compilers.flatMap((compiler, index) =>
    [node, page, library, ...(index === compilers.length - 1 ? [lean] : [])].map((program) => ({
      name: `types of a ${program.name} program, ${compiler.name}`,
      ask: async () => judge.judge(program.name, await compile(program, compiler)),
    })),
  );
}

/** Whether the runtimes that have a command line can import every entry. */
export async function entriesQuestions(
  { full }: Consumer,
  packages: readonly PackedPackage[],
  hosts: readonly Host[],
): Promise<Question[]> {
  const script = await placeSmoke("import-entries", full);
  const task = entriesTask(packages);
  return hosts.flatMap(({ name, runScript }) => {
    if (runScript === undefined) return [];
    const ask = async (): Promise<string[]> => {
      const report: EntriesReport = JSON.parse(await runScript(script, [JSON.stringify(task)], full));
      return judgeEntries(task, report);
    };
    return [{ name: `entries on ${name}`, ask }];
  });
}

/** Whether the journey goes well on every runtime; each has a unit of its own. */
export async function journeyQuestions(
  { lean }: Consumer,
  options: Omit<JourneyOptions, "unitId">,
  hosts: readonly Host[],
): Promise<Question[]> {
  await placeSmoke("main", lean);
  return hosts.map(({ name, tells, run }, index) => ({
    name: `journey on ${name}`,
    async ask() {
      const report: JourneyReport = JSON.parse(
        await run({ consumer: lean, options: { ...options, unitId: index + 1 } }),
      );
      return judgeJourney(report, tells, options.failing);
    },
  }));
}

/** The oldest Node of the clients is too old for the server. */
const WITHOUT_SERVER = ["node-20"];

/** Whether the journey goes well with the server inside of the runtime. `consumer` has the server installed. */
export function serverQuestions(consumer: string, hosts: readonly Host[]): Question[] {
  return hosts.flatMap(({ name, tells, runServer }) => {
    if (runServer === undefined || WITHOUT_SERVER.includes(name)) return [];
    const ask = async (): Promise<string[]> => judgeJourney(JSON.parse(await runServer(consumer)), tells);
    return [{ name: `server inside of ${name}`, ask }];
  });
}

/** Whether a session outlives the request that began its login, on each runtime where requests have lives of their own. */
export function requestQuestions(consumer: string, hosts: readonly Host[]): Question[] {
  return hosts.flatMap(({ name, endRequest }) =>
    endRequest ? [{ name: `a request that ends early on ${name}`, ask: () => endRequest(consumer) }] : [],
  );
}

function hasTypes(targets: readonly string[]): boolean {
  return targets.some((target) => target.endsWith(".d.ts"));
}
