import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generateOrval } from "@fleet-api-tools/codegen/orval";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { contractCheck, startServer } from "@fleet-api/server";
import { compileFolder } from "./consumers.ts";

const PROGRAM = fileURLToPath(new URL("../../programs/orval-program.ts", import.meta.url));

/** The program beside the client that orval generates. */
interface Program {
  run(login: { username: string; password: string }): Promise<void>;
}

/**
 * Generates a client with orval, compiles it with a program that uses it, and runs the program against a server with the
 * demo fleet, whose responses are held to the contract.
 * @param document - path of an OpenAPI document
 * @param login - a user of the demo fleet
 * @returns the errors of the compiler, or what the program objects to; empty when it ends well
 */
export async function callServerWithOrval(
  document: string,
  login: { username: string; password: string },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-orval-client-"));
  const server = await startServer({
    settings: { memory: true, port: 0, demo: true, log_level: "silent" },
    checkResponse: contractCheck(strictResponses),
  });
  try {
    await generateOrval(folder, document, server.baseUrl);
    const program = join(folder, "program.ts");
    await copyFile(PROGRAM, program);
    const errors = await compileFolder(folder);
    if (errors !== "") return errors;
    const { run }: Program = await import(pathToFileURL(program).href);
    return await run(login).then(() => "", String);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
