/** Types and signatures of TypeDoc's JSON as code whose names can lead somewhere. */
import type { JSONOutput } from "typedoc";

/** A piece of code. */
export interface Piece {
  readonly text: string;
  readonly kind: "plain" | "keyword" | "string" | "constant" | "name" | "parameter";
  /** The declaration that the piece names: its id in the project, or its package and name where the project lacks it. */
  readonly target?: number | { readonly packageName: string; readonly name: string };
}

/** Code before it is broken into lines. */
export type Code = Piece | readonly Code[] | CodeList;

/** Items that stand on one line, or on one line each. */
interface CodeList {
  readonly items: readonly Code[];
  readonly open: string;
  readonly close: string;
  /** Between items: a comma, a semicolon, or the operator of a union. */
  readonly separator: "," | ";" | " |" | " &";
}

const WIDTH = 72;

export const plain = (text: string): Piece => ({ text, kind: "plain" });
export const keyword = (text: string): Piece => ({ text, kind: "keyword" });

/** The code in one line. */
export function inOneLine(code: Code): Piece[] {
  if (isPiece(code)) return [code];
  if (isCodes(code)) return code.flatMap(inOneLine);
  const { items, open, close, separator } = code;
  const pad = open === "{" && items.length > 0 ? [plain(" ")] : [];
  const middle = items.flatMap((item, index) => [...(index === 0 ? [] : [plain(`${separator} `)]), ...inOneLine(item)]);
  return [plain(open), ...pad, ...middle, ...pad, plain(close)].filter(({ text }) => text !== "");
}

export function textOf(code: Code): string {
  return inOneLine(code)
    .map(({ text }) => text)
    .join("");
}

/** The code in lines that are not wide, if it can be broken. */
export function inLines(code: Code): Piece[] {
  const pieces: Piece[] = [];
  let column = 0;
  const push = (...added: readonly Piece[]): void => {
    for (const piece of added) {
      if (piece.text === "") continue;
      pieces.push(piece);
      const lineBreak = piece.text.lastIndexOf("\n");
      column = lineBreak < 0 ? column + piece.text.length : piece.text.length - lineBreak - 1;
    }
  };
  /** `rest`: columns of what follows on the same line, for which parameters make room. */
  const write = (part: Code, indent: number, rest: number): void => {
    if (isPiece(part)) return push(part);
    if (isCodes(part)) {
      const lengths = part.map((one) => lengthOf(inOneLine(one)));
      let after = lengths.reduce((sum, length) => sum + length, rest);
      part.forEach((one, index) => {
        after -= lengths[index] ?? 0;
        write(one, indent, after);
      });
      return;
    }
    const { items, open, close, separator } = part;
    const flat = inOneLine(part);
    const room = WIDTH - column - lengthOf(flat) - (open === "(" ? rest : 0);
    if (room >= 0 || items.length === 0) return push(...flat);
    if (open === "<" && items.length === 1) {
      push(plain(open));
      write(items[0] ?? plain(""), indent, rest + 1);
      return push(plain(close));
    }
    const isOperator = separator.startsWith(" ");
    const line = plain(`\n${" ".repeat(indent + 2)}${isOperator ? `${separator.trim()} ` : ""}`);
    push(plain(open));
    items.forEach((item, index) => {
      push(line);
      write(item, indent + 2, 0);
      // None after a rest parameter or the last type argument, where the language has none.
      const isLast = index === items.length - 1 && (open === "<" || textOf(item).startsWith("..."));
      if (!isOperator && !isLast) push(plain(separator));
    });
    if (!isOperator) push(plain(`\n${" ".repeat(indent)}${close}`));
  };
  write(code, 0, 0);
  return pieces.map((piece, index) =>
    pieces[index + 1]?.text.startsWith("\n") === true ? { ...piece, text: piece.text.trimEnd() } : piece,
  );
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function isPiece(code: Code): code is Piece {
  return "text" in code;
}

function isCodes(code: Code): code is readonly Code[] {
  return Array.isArray(code);
}

function list(items: readonly Code[], open: string, close: string, separator: CodeList["separator"]): CodeList {
  return { items, open, close, separator };
}

/** Types that need parentheses where another type goes on behind or before them. */
const LOOSE = new Set(["union", "intersection", "conditional", "inferred", "typeOperator", "query"]);

/** A type as code. */
export function typeCode(type: JSONOutput.SomeType): Code {
  switch (type.type) {
    case "intrinsic":
      return { text: type.name, kind: "constant" };
    case "literal":
      return literalCode(type.value);
    case "array":
      return [tight(type.elementType), plain("[]")];
    case "union":
      return list(type.types.map(member), "", "", " |");
    case "intersection":
      return list(type.types.map(member), "", "", " &");
    case "tuple":
      return list((type.elements ?? []).map(typeCode), "[", "]", ",");
    case "namedTupleMember":
      return [plain(`${type.name}${type.isOptional ? "?" : ""}: `), typeCode(type.element)];
    case "optional":
      return [tight(type.elementType), plain("?")];
    case "rest":
      return [plain("..."), tight(type.elementType)];
    case "reference":
      return referenceCode(type);
    case "reflection":
      return declarationCode(type.declaration);
    case "query":
      return [keyword("typeof "), typeCode(type.queryType)];
    case "typeOperator":
      return [keyword(`${type.operator} `), tight(type.target)];
    case "indexedAccess":
      return [tight(type.objectType), plain("["), typeCode(type.indexType), plain("]")];
    case "conditional":
      return [
        tight(type.checkType),
        keyword(" extends "),
        type.extendsType.type === "inferred" ? typeCode(type.extendsType) : tight(type.extendsType),
        plain(" ? "),
        typeCode(type.trueType),
        plain(" : "),
        typeCode(type.falseType),
      ];
    case "inferred":
      return [
        keyword("infer "),
        plain(type.name),
        ...(type.constraint === undefined ? [] : [keyword(" extends "), typeCode(type.constraint)]),
      ];
    case "mapped":
      return mappedCode(type);
    case "predicate":
      return [
        type.asserts ? keyword("asserts ") : plain(""),
        plain(type.name),
        ...(type.targetType === undefined ? [] : [keyword(" is "), typeCode(type.targetType)]),
      ];
    case "templateLiteral":
      return [
        string(`\`${type.head}`),
        ...type.tail.flatMap(([part, text]) => [plain("${"), typeCode(part), plain("}"), string(text)]),
        string("`"),
      ];
    case "unknown":
      return plain(type.name);
  }
}

function string(text: string): Piece {
  return { text, kind: "string" };
}

function literalCode(value: JSONOutput.LiteralType["value"]): Piece {
  if (typeof value === "string") return string(JSON.stringify(value));
  const text =
    typeof value === "object" && value !== null ? `${value.negative ? "-" : ""}${value.value}n` : String(value);
  return { text, kind: "constant" };
}

function tight(type: JSONOutput.SomeType): Code {
  return LOOSE.has(type.type) || isFunction(type) ? [plain("("), typeCode(type), plain(")")] : typeCode(type);
}

function member(type: JSONOutput.SomeType): Code {
  const isLoose = ["union", "intersection", "conditional", "inferred"].includes(type.type) || isFunction(type);
  return isLoose ? [plain("("), typeCode(type), plain(")")] : typeCode(type);
}

function isFunction(type: JSONOutput.SomeType): boolean {
  return type.type === "reflection" && isSignatureAlone(type.declaration);
}

function isSignatureAlone({ signatures = [], children = [], indexSignatures = [] }: JSONOutput.DeclarationReflection) {
  return signatures.length === 1 && children.length === 0 && indexSignatures.length === 0;
}

function referenceCode({ name, target, typeArguments = [], refersToTypeParameter }: JSONOutput.ReferenceType): Code {
  const named =
    typeof target === "number" ? target : { packageName: target.packageName ?? "", name: target.qualifiedName };
  const piece: Piece = refersToTypeParameter === true ? plain(name) : { text: name, kind: "name", target: named };
  return typeArguments.length === 0 ? piece : [piece, list(typeArguments.map(typeCode), "<", ">", ",")];
}

/** An object type, or the type of a function. */
function declarationCode(declaration: JSONOutput.DeclarationReflection): Code {
  const { signatures = [], children = [], indexSignatures = [] } = declaration;
  const [signature] = signatures;
  if (signature !== undefined && isSignatureAlone(declaration)) return signatureCode(signature, " => ");
  const items = [
    ...signatures.map((one) => signatureCode(one, ": ")),
    ...indexSignatures.map(indexSignatureCode),
    ...children.flatMap(memberCodes),
  ];
  return items.length === 0 ? plain("{}") : list(items, "{", "}", ";");
}

export function indexSignatureCode({ parameters = [], type }: JSONOutput.SignatureReflection): Code {
  const [key] = parameters;
  return [
    plain(`[${key?.name ?? "key"}: `),
    key?.type === undefined ? plain("string") : typeCode(key.type),
    plain("]: "),
    type === undefined ? plain("unknown") : typeCode(type),
  ];
}

/** A member of an object type; an overloaded method is several. */
function memberCodes(declaration: JSONOutput.DeclarationReflection): Code[] {
  const { name, flags, type, signatures = [], getSignature } = declaration;
  const head = plain(`${propertyName(name)}${flags.isOptional === true ? "?" : ""}`);
  if (signatures.length > 0) return signatures.map((one) => [head, signatureCode(one, ": ")]);
  const shown = type ?? getSignature?.type;
  return [
    [
      ...(flags.isReadonly === true ? [keyword("readonly ")] : []),
      head,
      plain(": "),
      shown === undefined ? plain("unknown") : typeCode(shown),
    ],
  ];
}

function propertyName(name: string): string {
  return /^[\w$]+$|^\[/.test(name) ? name : JSON.stringify(name);
}

function mappedCode(type: JSONOutput.MappedType): Code {
  const { parameter, parameterType, templateType, nameType, readonlyModifier, optionalModifier } = type;
  const readonly = readonlyModifier === undefined ? "" : `${readonlyModifier === "-" ? "-" : ""}readonly `;
  const optional = optionalModifier === undefined ? "" : `${optionalModifier === "-" ? "-" : ""}?`;
  const item: Code = [
    keyword(readonly),
    plain(`[${parameter} `),
    keyword("in "),
    typeCode(parameterType),
    ...(nameType === undefined ? [] : [keyword(" as "), typeCode(nameType)]),
    plain(`]${optional}: `),
    typeCode(templateType),
  ];
  return list([item], "{", "}", ";");
}

/** Type parameters, parameters and the result: `<Type>(value: Type): Type`. */
export function signatureCode(signature: JSONOutput.SignatureReflection, before: ": " | " => "): Code {
  const { typeParameters, parameters = [], type, kind } = signature;
  const isConstructor = kind === CONSTRUCTOR_SIGNATURE;
  return [
    ...(isConstructor ? [keyword("new ")] : []),
    typeParametersCode(typeParameters),
    list(parameters.map(parameterCode), "(", ")", ","),
    ...(type === undefined ? [] : [plain(before), typeCode(type)]),
  ];
}

const CONSTRUCTOR_SIGNATURE = 16384;

export function typeParametersCode(parameters: readonly JSONOutput.TypeParameterReflection[] | undefined): Code {
  if (parameters === undefined || parameters.length === 0) return [];
  const items = parameters.map(({ name, type, default: standard, flags }): Code => [
    ...(flags.isConst === true ? [keyword("const ")] : []),
    plain(name),
    ...(type === undefined ? [] : [keyword(" extends "), typeCode(type)]),
    ...(standard === undefined ? [] : [plain(" = "), typeCode(standard)]),
  ]);
  return list(items, "<", ">", ",");
}

function parameterCode({ name, type, flags, defaultValue }: JSONOutput.ParameterReflection): Code {
  // The parameter of a pattern has no name.
  const shown = name === "__namedParameters" ? "options" : name;
  const isOptional = flags.isOptional === true || defaultValue !== undefined;
  return [
    plain(flags.isRest === true ? "..." : ""),
    { text: shown, kind: "parameter" },
    plain(isOptional ? "?: " : ": "),
    type === undefined ? plain("unknown") : typeCode(type),
  ];
}
