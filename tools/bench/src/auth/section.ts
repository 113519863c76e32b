import type { Section } from "../report/section.ts";
import { overhead } from "./overhead.ts";
import { rotations } from "./rotation.ts";
import { storms } from "./storm.ts";

/** What keeping a token costs, and what becomes of it under load, ours beside other ways. */
export const authSection: Section = {
  name: "auth",
  doing: "tokens: overhead, a storm of 401s, rotation under overlap",
  async run() {
    return [...(await overhead()), await storms(), await rotations()];
  },
};
