import { onTestFinished } from "vitest";
import { newDatabase, onPostgres } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";
import { defineCrashTest } from "./crash-suite.ts";

const directory = useTemporaryDirectories();

defineCrashTest(5, async () => {
  if (!onPostgres) return { data: directory() };
  const { settings, remove } = await newDatabase();
  onTestFinished(remove);
  return settings;
});
