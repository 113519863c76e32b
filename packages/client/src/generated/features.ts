/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 285cc6f9bcf5105fa509d803fec9f291c6de8589dfef5ca91645442cce9f0522
 */

import type { Middleware } from "../middleware.ts";
import { pageRoute } from "../paging/page-route.ts";
import type { RouteMaker } from "../paging/index.ts";

/** How lists go on, as far as the contract has such lists. */
export const routes: Partial<Record<"page" | "cursor", RouteMaker>> = { page: pageRoute };

/** What gives calls their Idempotency-Key, if the contract has operations that take one. */
export const keyMakers: readonly (() => Middleware)[] = [];
