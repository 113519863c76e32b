import type { Section } from "../report/section.ts";
import { table } from "../report/table.ts";
import { generateHeyApi } from "../rivals/hey-api.ts";
import { instantiations } from "./instantiations.ts";
import { programs, type TypeProgram } from "./programs.ts";

/** Type instantiations of one client. */
interface TypeCost {
  readonly name: string;
  /** Of the imports and of making the client. */
  readonly setUp: number;
  /** Of the first call, on top. */
  readonly first: number;
  /** Of another operation, on top of that. */
  readonly second: number;
  readonly budget: number | null;
}

/** What the compiler, and with it the editor, pays for a call. */
export const typesSection: Section = {
  name: "types",
  doing: "type instantiations per call",
  async run() {
    await generateHeyApi();
    const costs: TypeCost[] = [];
    for (const program of programs) costs.push(await typeCost(program));
    return [
      table<TypeCost>(
        "Types: instantiations, tsc of the workspace",
        [
          { title: "client", text: ({ name }) => name, left: true },
          { title: "imports", text: ({ setUp }) => String(setUp) },
          { title: "+ first call", text: ({ first }) => String(first) },
          { title: "+ another operation", text: ({ second }) => String(second) },
          { title: "budget (first)", text: ({ budget }) => String(budget ?? "") },
          {
            title: "",
            text: ({ first, budget }) => (budget === null ? "" : first <= budget ? "kept" : "EXCEEDED"),
            left: true,
          },
        ],
        costs,
        ["from source files, as inside this workspace: `imports` includes checking the client's own code"],
      ),
    ];
  },
};

async function typeCost({ name, setUp, calls, budget }: TypeProgram): Promise<TypeCost> {
  const counts: number[] = [];
  for (const length of [0, ...calls.map((_call, index) => index + 1)]) {
    const file = `${name.replaceAll(/\W+/g, "-")}-${length}`;
    counts.push(await instantiations(file, [setUp, ...calls.slice(0, length)].join("\n")));
  }
  const [none = 0, one = 0, two = 0] = counts;
  return { name, setUp: none, first: one - none, second: two - one, budget: budget ?? null };
}
