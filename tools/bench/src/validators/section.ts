import type { Section } from "../report/section.ts";
import { type Column, table } from "../report/table.ts";
import { measureEntry } from "../size/measure-entry.ts";
import { reportSizes } from "../size/report-sizes.ts";
import { type LoadTime, loadTimes } from "./load-time.ts";
import { type Shipped, shippedBudget, shippedValidators } from "./shipped-bytes.ts";

const contract = "@fleet-api/contract/validators";
const ms = (value: number): string => value.toFixed(1);
const bytes = (value: number): string => value.toLocaleString("en");

const shippedColumns: Column<Shipped>[] = [
  { title: "operation", text: ({ operation }) => operation, left: true },
  { title: "files", text: ({ files }) => String(files) },
  { title: "min B", text: ({ min }) => bytes(min) },
  { title: "gzip B", text: ({ gzip }) => bytes(gzip) },
  { title: "budget (gzip B)", text: () => bytes(shippedBudget) },
  { title: "", text: ({ gzip }) => (gzip <= shippedBudget ? "kept" : "EXCEEDED"), left: true },
];

const loadColumns: Column<LoadTime>[] = [
  { title: "module", text: ({ name }) => name, left: true },
  { title: "ms", text: ({ middle }) => ms(middle) },
  { title: "middle half", text: ({ low, high }) => `${ms(low)} to ${ms(high)}` },
];

/** What validators cost a page that loads them, and a server that starts. */
export const validatorsSection: Section = {
  name: "validators",
  doing: "validators: bytes of a page, start of a server",
  async run() {
    const all = [contract, `${contract}/strict`].map((entry) => ({ name: entry, code: `export * from "${entry}";` }));
    const shipped = (await shippedValidators()).toSorted((a, b) => b.gzip - a.gzip);
    const times = await loadTimes({
      "nothing (node:path)": "node:path",
      "all, as the server loads them": contract,
      "all, strict": `${contract}/strict`,
      "one operation, its answers": `${contract}/response/unitsListing`,
    });
    return [
      table("Validators: what a page downloads to check the answers of one operation", shippedColumns, shipped),
      reportSizes(
        "Validators of all operations in one file",
        await Promise.all(all.map((entry) => measureEntry(entry))),
      ),
      table("Validators: import in a new process", loadColumns, times, ["wall time: the machine must be idle"]),
    ];
  },
};
