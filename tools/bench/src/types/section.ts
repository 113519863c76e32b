import type { Section } from "../report.ts";
import { type Column, table } from "../report.ts";
import { generatePeers } from "../generated-peers.ts";
import { contractCalls, type ContractCall } from "./contract-calls.ts";
import { instantiations } from "./instantiations.ts";
import { programs, type TypeBudgets, type TypeProgram } from "./programs.ts";

/** Type instantiations of one client. */
interface TypeCost {
  readonly name: string;
  /** Of the imports and of making the client. */
  readonly setUp: number;
  /** Of the first call, on top. */
  readonly first: number;
  /** Of another operation, on top of that. */
  readonly second: number;
  /** Of 100 calls instead of those two, every operation in turn. */
  readonly hundred: number;
  readonly budgets: TypeBudgets | null;
}

const count = (value: number | undefined): string => value?.toLocaleString("en") ?? "";

const columns: Column<TypeCost>[] = [
  { title: "client", text: ({ name }) => name, left: true },
  { title: "imports", text: ({ setUp }) => count(setUp) },
  { title: "+ first call", text: ({ first }) => count(first) },
  { title: "budget", text: ({ budgets }) => count(budgets?.first) },
  { title: "+ another operation", text: ({ second }) => count(second) },
  { title: "100 calls", text: ({ hundred }) => count(hundred) },
  { title: "budget", text: ({ budgets }) => count(budgets?.hundred) },
  { title: "", text: judge, left: true },
];

/** What the compiler, and with it the editor, pays for calls. */
export const typesSection: Section = {
  name: "types",
  doing: "type instantiations per call",
  async run() {
    await generatePeers();
    const calls = contractCalls(100);
    const costs: TypeCost[] = [];
    for (const program of programs) costs.push(await typeCost(program, calls));
    const note = "from source files, as inside this workspace: `imports` includes checking the client's own code";
    return [table("Types: instantiations, tsc of the workspace", columns, costs, [note])];
  },
};

async function typeCost(program: TypeProgram, contract: readonly ContractCall[]): Promise<TypeCost> {
  const { name, setUp, calls, callText, budgets = null } = program;
  const programOf = (lines: readonly string[]): Promise<number> =>
    instantiations(`${name.replaceAll(/\W+/g, "-")}-${lines.length}`, [setUp, ...lines].join("\n"));
  const none = await programOf([]);
  const one = await programOf(calls.slice(0, 1));
  const two = await programOf(calls);
  const hundred = await programOf(contract.map((call, index) => callText(call, `result${index}`)));
  return { name, setUp: none, first: one - none, second: two - one, hundred: hundred - none, budgets };
}

function judge({ first, hundred, budgets }: TypeCost): string {
  if (budgets === null) return "";
  return first <= budgets.first && hundred <= budgets.hundred ? "kept" : "EXCEEDED";
}
