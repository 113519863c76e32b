/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: a245d99f52a94c2c8ddd1dc97672b9d1d0eef07f78ebf1da6005d74664391a42
 */

import type { Middleware } from "../middleware.ts";
import { pageRoute } from "../paging/page-route.ts";
import type { RouteMaker } from "../paging/index.ts";

/** How lists go on, as far as the contract has such lists. */
export const routes: Partial<Record<"page" | "cursor", RouteMaker>> = { page: pageRoute };

/** What gives calls their Idempotency-Key, if the contract has operations that take one. */
export const keyMakers: readonly (() => Middleware)[] = [];
