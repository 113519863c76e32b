import { defineHistories } from "./histories-suite.ts";

defineHistories(60);
