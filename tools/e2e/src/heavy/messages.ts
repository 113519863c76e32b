/** What the walk asks of the process with the server. */
export type Ask = "churn" | "rest" | "lived" | "end";

/** What that process tells, once per question and once at the start. */
export type Tell =
  | { readonly tell: "ready"; readonly baseUrl: string; readonly total: number }
  | { readonly tell: "done" }
  | {
      readonly tell: "lived";
      /** Ids of the units that were there from the start of the churn to now, in order. */
      readonly ids: readonly number[];
      readonly inserted: number;
      readonly deleted: number;
    };
