import type { OperationValidators } from "@fleet-api/contract/validators";
import { responses } from "@fleet-api/contract/validators/lazy/response";

/** What the parameters and the body of a call must be. */
export type RequestChecks = Pick<OperationValidators, "parameters" | "body" | "bodyRequired">;

/** What the bodies of responses must be, by status. */
export type ResponseChecks = OperationValidators["responses"];

/** Loads the validators of one operation. Nothing rejects: an error says that they could not be loaded. */
interface Loaders {
  readonly request: () => Promise<RequestChecks | Error>;
  readonly response: () => Promise<ResponseChecks | Error>;
}

type Imports<Validators> = Readonly<Record<string, () => Promise<Validators>>>;

const responseImports: Imports<{ readonly responses: ResponseChecks }> = responses;
const loaders = new Map<string, Loaders>();

/** What loads the validators of an operation; undefined where the contract has no such operation. */
export function loadersOf(id: string): Loaders | undefined {
  if (!loaders.has(id) && Object.hasOwn(responseImports, id))
    loaders.set(id, { request: once(id, importRequest), response: once(id, importResponse) });
  return loaders.get(id);
}

async function importResponse(id: string): Promise<ResponseChecks | undefined> {
  return (await responseImports[id]?.())?.responses;
}

/** The table of requests is loaded as well, because most pages check answers alone. */
async function importRequest(id: string): Promise<RequestChecks | undefined> {
  const { requests } = await import("@fleet-api/contract/validators/lazy/request");
  const imports: Imports<RequestChecks> = requests;
  return imports[id]?.();
}

/** Keeps what was loaded; after a failure, the next call tries again. */
function once<Value>(id: string, load: (id: string) => Promise<Value | undefined>): () => Promise<Value | Error> {
  let loaded: Promise<Value | Error> | undefined;
  const failed = (cause?: unknown): Error => {
    loaded = undefined;
    return new Error(`the validators of ${id} could not be loaded`, { cause });
  };
  return () => (loaded ??= load(id).then((value) => value ?? failed(), failed));
}
