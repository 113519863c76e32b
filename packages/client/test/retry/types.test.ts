import { expect, expectTypeOf, it } from "vitest";
import type { CallContext, Middleware } from "../../src/call/middleware.ts";
import { retry, type RetryOptions } from "../../src/retry/index.ts";

it("retry is a middleware, and its options are optional", () => {
  expectTypeOf(retry).returns.toEqualTypeOf<Middleware>();
  expectTypeOf(retry).toBeCallableWith();
  expectTypeOf({}).toExtend<RetryOptions>();
});

it("shouldRetry sees failures only, and may leave the decision open", () => {
  const options: RetryOptions = {
    shouldRetry(result, context) {
      expectTypeOf(result.ok).toEqualTypeOf<false>();
      expectTypeOf(context).toEqualTypeOf<CallContext>();
      return undefined;
    },
  };
  expectTypeOf(options).toExtend<RetryOptions>();
});

it("the budget is its amounts, or false", () => {
  retry({ budget: { capacity: 1 } });
  expect(retry({ budget: false })).toBeTypeOf("function");
  // @ts-expect-error there is no budget of true
  retry({ budget: true });
  // @ts-expect-error a misspelt option
  retry({ attempt: 2 });
  // @ts-expect-error not yes or no
  retry({ shouldRetry: () => "yes" });
});
