import { describe } from "vitest";
import { defineGroupFuzz } from "../fuzz/support/group-suite.ts";
import { defineRequestFuzz } from "../fuzz/support/request-suite.ts";

/** All of them together; a fifth are requests in sequences. */
const cases = Number(process.env["FLEET_FUZZ_CASES"] ?? 1_000_000);

/** A round has a service of its own, so that its database does not grow with the number of rounds. */
const ofRound = 25_000;
const rounds = Array.from({ length: Math.ceil(cases / ofRound) }, (_one, index) => ({
  round: index + 1,
  size: Math.min(ofRound, cases - index * ofRound),
}));

describe.each(rounds)("round $round", ({ size }) => {
  describe("single requests", () => void defineRequestFuzz(size * 0.8));
  describe("sequences", () => void defineGroupFuzz(size * 0.2));
});
