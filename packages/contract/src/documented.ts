/**
 * Types of the documented part of the contract alone: for programs that talk to a service of which only the source
 * description is known. Everything that this project designed is left out.
 *
 * @module
 */
export type { components, operations, paths } from "./built/documented.ts";
