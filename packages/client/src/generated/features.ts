/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 9e20ad8c3f45e2e7676f7c20de475abb08621ec06de3aa189e2cff4e206bfa28
 */

import type { Middleware } from "../middleware.ts";
import { pageRoute } from "../paging/page-route.ts";
import type { RouteMaker } from "../paging/index.ts";

/** How lists go on, as far as the contract has such lists. */
export const routes: Partial<Record<"page" | "cursor", RouteMaker>> = { page: pageRoute };

/** What gives calls their Idempotency-Key, if the contract has operations that take one. */
export const keyMakers: readonly (() => Middleware)[] = [];
