import { responseOf, successOf } from "../src/outcome.ts";
import { toArray, walkItems, walkPages } from "../src/paging/index.ts";
export function lazyCall(operationId: any, send: any, input: any, { signal }: any): any {
  let result: any;
  const sendOnce = () => (result ??= send(input));
  const source: any = { send, first: sendOnce, input, operationId, paged: "page", signal };
  const items = (options?: any) => walkItems(source, options);
  return {
    then: (fulfilled: any, rejected: any) => sendOnce().then(fulfilled, rejected),
    orThrow: () => sendOnce().then(successOf),
    withResponse: () => sendOnce().then((r: any) => ({ result: r, response: responseOf(r) })),
    pages: (o: any) => walkPages(source, o),
    items,
    [Symbol.asyncIterator]: () => items(),
    toArray: (o: any) => toArray(source, o),
  };
}
