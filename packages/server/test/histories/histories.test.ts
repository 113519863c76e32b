import { defineHistories } from "./histories-suite.ts";

defineHistories(150);
