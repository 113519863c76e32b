import { defineCrashTest } from "./crash-suite.ts";

defineCrashTest(3);
