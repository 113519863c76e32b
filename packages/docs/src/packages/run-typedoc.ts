/** Asks TypeDoc what the entries of the packages export. */
import {
  Application,
  Converter,
  type DeclarationReflection,
  type JSONOutput,
  normalizePath,
  ReflectionKind,
  TSConfigReader,
} from "typedoc";
import { fileURLToPath } from "node:url";
import { MEMBERS_ELSEWHERE, ROOT, type PublishedPackage } from "./entries.ts";

type ProjectChild = NonNullable<JSONOutput.ProjectReflection["children"]>[number];

/** What TypeDoc says, and the sources of types. */
export interface TypedocFile {
  /** One for each entry; its `sources` say which. */
  readonly modules: readonly ProjectChild[];
  /** The declarations of type aliases as they are written, by the ids of the project. */
  readonly sources: Readonly<Record<number, string>>;
}

export async function runTypedoc(packages: readonly PublishedPackage[]): Promise<TypedocFile> {
  const files = packages.flatMap(({ entries }) => entries.map(({ file }) => file)).filter((file) => file !== null);
  // Of several entries with a name, TypeDoc takes the one that declares it, or the first: the package that has it written.
  const entryPoints = files.toSorted((a, b) => Number(isContract(b)) - Number(isContract(a)));
  const app = await Application.bootstrap(
    {
      entryPoints,
      alwaysCreateEntryPointModule: true,
      tsconfig: fileURLToPath(new URL("packages/docs/tsconfig.json", ROOT)),
      basePath: fileURLToPath(ROOT),
      disableGit: true,
      sourceLinkTemplate: "{path}",
      excludePrivate: true,
      excludeInternal: true,
      excludeExternals: true,
      // The compiler of the workspace checks the types.
      skipErrorChecking: true,
      sort: ["source-order"],
      logLevel: "Error",
    },
    [new TSConfigReader()],
  );
  app.options.setCompilerOptions(entryPoints, app.options.getCompilerOptions(app.logger), undefined);
  const sources: Record<number, string> = {};
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (reflection.kind !== ReflectionKind.TypeAlias) return;
    const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
    if (node !== undefined) sources[reflection.id] = node.getText();
  });
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors()) throw new Error("TypeDoc could not read the packages.");

  for (const module of project.children ?? [])
    for (const declaration of module.children ?? []) if (isLarge(declaration)) removeMembers(declaration);
  const kept = Object.entries(sources).filter(([id]) => project.getReflectionById(Number(id)) !== undefined);
  const { children = [] } = app.serializer.projectToObject(project, normalizePath(fileURLToPath(ROOT)));
  return { modules: children, sources: Object.fromEntries(kept) };

  function removeMembers(declaration: DeclarationReflection): void {
    for (const child of (declaration.children ?? []).slice()) project?.removeReflection(child);
    if (declaration.kind === ReflectionKind.Variable) delete declaration.type;
  }
}

function isContract(file: string): boolean {
  return /[\\/]packages[\\/]contract[\\/]/.test(file);
}

/** Whether a generated type or value grows with the contract. */
function isLarge({ sources = [], name }: DeclarationReflection): boolean {
  const isGenerated = sources.some(({ fileName }) => /\/src\/(?:built|generated)\//.test(fileName));
  return isGenerated && MEMBERS_ELSEWHERE[name] !== undefined;
}
