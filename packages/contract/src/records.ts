/** The records of the contract that programs name most, by their own names. All others: `components["schemas"]`. */
import type { components } from "./generated/schema.ts";

type Schemas = components["schemas"];

/** The logged-in user, as POST /auth/login returns it. Source description, section 2.1. */
export type User = Schemas["User"];
/** Preferences of a user. Source description, section 2.2. */
export type Settings = Schemas["Settings"];
/** What a user may do, by resource and action. Source description, section 2.3. */
export type Permissions = Schemas["Permissions"];
/** A tracking device. */
export type Unit = Schemas["Unit"];
/** An error, in the form of RFC 9457. */
export type Problem = Schemas["Problem"];
/** The stable code of a problem; programs switch on it. */
export type ProblemCode = Schemas["ProblemCode"];
/** One place where a request breaks the contract; `errors` of a `validation_failed` problem. */
export type Finding = Schemas["Finding"];
/** Where a page stands in the whole result. Source description, section 8. */
export type Pagination = Schemas["Pagination"];
