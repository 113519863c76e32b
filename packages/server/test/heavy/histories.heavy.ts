import { defineHistories } from "../histories/histories-suite.ts";

defineHistories(10_000, 60 * 60_000);
