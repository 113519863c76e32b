import document from "@fleet-api/contract/openapi.json" with { type: "json" };

/** A copy of the first example of an answer in the contract. */
export function example(path: string, verb: string, status: number): Record<string, unknown> {
  const follow = (value: unknown): unknown => {
    const { $ref }: { $ref?: string } = Object(value);
    return $ref === undefined ? value : follow($ref.split("/").slice(1).reduce<unknown>(member, document));
  };
  const response = follow(["paths", path, verb, "responses", String(status)].reduce<unknown>(member, document));
  const [content] = Object.values<unknown>(Object(member(response, "content")));
  const [first] = Object.values<unknown>(Object(member(content, "examples")));
  return structuredClone(Object(member(follow(first), "value")));
}

function member(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}
