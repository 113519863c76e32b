import { createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import { readCsv } from "@fleet-api/client/streams";
import { expect, test } from "vitest";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

/** How many rows had each outcome, and a sentence for each row that failed. */
interface Imported {
  readonly outcomes: Record<string, number>;
  readonly failed: string[];
}

async function importFile(fleet: FleetClient, file: Blob): Promise<Imported> {
  const outcomes: Record<string, number> = {};
  const failed: string[] = [];
  for await (const { items, lines } of readCsv("unitsImport", file.stream(), { delimiter: ";" })) {
    const body = { match_on: "external_id", mode: "best_effort", items } as const;
    const { data } = await fleet.units.import({ body }).orThrow();
    for (const { index, outcome, problem } of data.results) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (problem) failed.push(`line ${lines[index]}: ${problem.code} ${problem.errors?.[0]?.pointer}`);
    }
  }
  return { outcomes, failed };
}

test("a CSV file of 1,200 units is imported once, however often it is sent", async () => {
  const baseUrl = server().baseUrl;
  await using session = createAuth({ baseUrl, credentials: admin });
  const fleet = createFleetClient({ baseUrl, ...session.bind() });
  const rows = Array.from(
    { length: 1_200 },
    (_row, index) =>
      `1;csv-${index};"Van ""${index}""; white";custom;csv-${index};60;null;"Gate\r\nB";"{""depot"":""north"",""axles"":3}"`,
  );
  const headings =
    "client_id;external_id;name;identifier_type;identifier;reporting_interval_moving_s;model;notes;attributes";
  const wrong = "1;csv-wrong;;custom;csv-wrong;60;;;";
  const file = new Blob(["\ufeff", [headings, ...rows, wrong].join("\r\n")]);

  const first = await importFile(fleet, file);
  expect(first.outcomes).toEqual({ created: 1_200, failed: 1 });
  // Each row before it has two lines.
  expect(first.failed).toEqual(["line 2402: validation_failed /items/200/name"]);
  const second = await importFile(fleet, file);
  expect(second).toEqual({ outcomes: { unchanged: 1_200, failed: 1 }, failed: first.failed });

  const [unit] = await fleet.units.listing({ query: { external_id: ["csv-1199"] } }).toArray();
  expect(unit).toMatchObject({
    name: 'Van "1199"; white',
    reporting_interval_moving_s: 60,
    model: null,
    notes: "Gate\r\nB",
    attributes: { depot: "north", axles: 3 },
  });
});
