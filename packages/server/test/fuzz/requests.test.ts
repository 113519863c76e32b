/** Whoever generates requests from the contract, a form or a fuzzer, gets the answers that the contract promises. */
import { defineRequestFuzz } from "./support/request-suite.ts";

defineRequestFuzz(2400);
