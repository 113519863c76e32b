/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import type { Middleware } from "../middleware.ts";
import { pageRoute } from "../paging/page-route.ts";
import type { RouteMaker } from "../paging/index.ts";

/** How lists go on, as far as the contract has such lists. */
export const routes: Partial<Record<"page" | "cursor", RouteMaker>> = { page: pageRoute };

/** What gives calls their Idempotency-Key, if the contract has operations that take one. */
export const keyMakers: readonly (() => Middleware)[] = [];
