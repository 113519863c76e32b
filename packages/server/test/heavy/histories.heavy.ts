import { defineHistories } from "../histories/histories-suite.ts";

defineHistories(10_000);
