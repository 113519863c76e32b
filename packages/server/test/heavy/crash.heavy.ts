import { defineCrashTest } from "../crash/crash-suite.ts";

defineCrashTest(200);
