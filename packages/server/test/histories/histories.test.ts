import { defineHistories } from "./histories-suite.ts";

defineHistories(300, 240_000);
