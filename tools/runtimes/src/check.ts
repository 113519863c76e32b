// Packs the packages as they are published, installs them as users do, and tries them. Any objection fails.
import { byTier } from "@fleet-api-tools/test-tier";
import { demoLogins, startServer } from "@fleet-api/server";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostList } from "./hosts/host-list.ts";
import {
  type Answer,
  askAll,
  entriesQuestions,
  journeyQuestions,
  packagingQuestions,
  requestQuestions,
  serverQuestions,
  typesQuestions,
} from "./questions.ts";
import { installMatrix } from "./matrix.ts";
import { installPackages } from "./packed/install.ts";
import { packPackages } from "./packed/packed-package.ts";
import { startBreakingProxy } from "./smoke/breaking-proxy.ts";
import { startBrokenServer } from "./smoke/broken-server.ts";
import { compilerList } from "./types/compilers.ts";
import { errorJudge, KNOWN_ERRORS } from "./types/known-errors.ts";

/** What users of the service install. */
const CLIENT_SIDE = ["@fleet-api/contract", "@fleet-api/http", "@fleet-api/client", "@fleet-api/auth"];

/** What is installed together. */
const INSTALLED = [...CLIENT_SIDE, "@fleet-api/redocly-plugin"];

/** Installed apart, with what it needs: the embedded database alone is larger than all others together. */
const SERVER = "@fleet-api/server";
const USED_WITH_SERVER = [...CLIENT_SIDE, SERVER];

/** Of a compiler's errors the first few tell enough. */
const SHOWN = 12;

const folder = await mkdtemp(join(tmpdir(), "fleet-runtimes-"));
// It takes as long as all else before the journeys.
const starting = startServer({ settings: { memory: true, port: 0, demo: true, log_level: "silent" } });
try {
  await checkPackages();
} catch (error) {
  tell({ name: "set-up", objections: [error instanceof Error ? error.message : String(error)] });
} finally {
  await (await starting).close();
  await rm(folder, { recursive: true, force: true });
}

async function checkPackages(): Promise<void> {
  const noMatrix = await installMatrix();
  // A push asks the oldest and the newest Node, and the newest compiler.
  const hosts = usable(hostList(noMatrix).filter(({ name }) => byTier(["node-20", "node-24"], [name]).includes(name)));
  const compilers = usable(compilerList(noMatrix).slice(byTier(-1, 0)));
  const packages = await packPackages([...INSTALLED, SERVER], folder);
  const installed = packages.filter(({ name }) => INSTALLED.includes(name));
  const consumer = await installPackages(installed, join(folder, "consumer"));
  const withServer = await installPackages(
    packages.filter(({ name }) => USED_WITH_SERVER.includes(name)),
    join(folder, "server"),
  );
  const judge = errorJudge(KNOWN_ERRORS);
  const questions = [
    ...(await typesQuestions(consumer, installed, compilers, judge)),
    ...(await entriesQuestions(consumer, installed, hosts)),
    ...packagingQuestions(packages),
    ...serverQuestions(withServer.full, hosts),
    ...requestQuestions(consumer.lean, hosts),
  ];
  await askAll(questions, tell);
  tell({ name: "list of known errors", objections: judge.unmet() });

  const server = await starting;
  // On every use, so that a minute of waiting is not needed to see it happen.
  server.rotateAfter(0);
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  const { username, password } = login;
  const [broken, proxy] = await Promise.all([startBrokenServer(), startBreakingProxy(server.baseUrl)]);
  const options = { baseUrl: proxy.baseUrl, username, password, failing: broken.requests };
  try {
    await askAll(await journeyQuestions(consumer, options, hosts), tell);
  } finally {
    await Promise.all([broken.close(), proxy.close()]);
  }
}

/** Those that can be had on this machine; the others are told. */
function usable<T extends { whyNot(): string | undefined }>(all: readonly T[]): T[] {
  return all.filter((each) => {
    const reason = each.whyNot();
    if (reason !== undefined) console.log(`skipped: ${reason}`);
    return reason === undefined;
  });
}

function tell({ name, objections }: Answer): void {
  if (objections.length === 0) {
    console.log(`runtimes: ${name}: fine`);
    return;
  }
  const more = objections.length - SHOWN;
  const shown = [...objections.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  console.error([`runtimes: ${name}:`, ...shown].join("\n  "));
  process.exitCode = 1;
}
