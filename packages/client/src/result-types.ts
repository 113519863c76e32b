/** Any method of a group: `typeof fleet.units.listing`. */
type Method = (...args: never[]) => PromiseLike<unknown>;

/** The result of a call: `ResultOf<typeof fleet.units.listing>`. */
export type ResultOf<Of extends Method> = Awaited<ReturnType<Of>>;

/** The success of a call, a union where the operation has several success statuses. */
export type SuccessOf<Of extends Method> = Extract<ResultOf<Of>, { ok: true }>;

/** All failures of a call. */
export type FailureOf<Of extends Method> = Extract<ResultOf<Of>, { ok: false }>;

/** An item of a paged list: `ItemOf<typeof fleet.units.listing>` is `Unit`. */
export type ItemOf<Of extends Method> =
  SuccessOf<Of> extends infer Success
    ? Success extends { pagination: unknown; data: (infer Item)[] }
      ? Item
      : never
    : never;
