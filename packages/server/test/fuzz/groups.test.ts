/** Whatever is done to unit groups, in whatever order, the service knows what a simple model of them knows. */
import { defineGroupFuzz } from "./support/group-suite.ts";

defineGroupFuzz(600);
