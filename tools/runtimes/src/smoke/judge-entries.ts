import { entriesOf } from "../packed/entries.ts";
import type { PackedPackage } from "../packed/packed-package.ts";
import type { EntriesReport, EntriesTask } from "./import-entries.ts";

type Packed = Pick<PackedPackage, "name" | "manifest" | "files">;

/** What the program is to import: every entry, and files that are there but that no entry is called. */
export function entriesTask(packages: readonly Packed[]): EntriesTask {
  return {
    entries: packages.flatMap(entriesOf).map(({ specifier, kind }) => ({ specifier, kind })),
    hidden: packages.flatMap((packed) =>
      entriesOf(packed)
        .filter(({ subpath }) => subpath === ".")
        .flatMap(({ targets }) => targets.slice(-1).map((target) => `${packed.name}/${target}`)),
    ),
  };
}

/** @returns one sentence per entry that cannot be imported, and per hidden file that can */
export function judgeEntries({ entries, hidden }: EntriesTask, report: EntriesReport): string[] {
  const failed = (specifier: string): boolean => !Array.isArray(report[specifier]);
  return [
    ...entries
      .filter(({ specifier }) => failed(specifier))
      .map(({ specifier }) => `${specifier} ${String(report[specifier] ?? "was not tried")}`),
    ...hidden.filter((specifier) => !failed(specifier)).map((specifier) => `${specifier} can be imported`),
  ];
}
