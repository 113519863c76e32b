import { delimiter, join } from "node:path";

export type Environment = Record<string, string | undefined>;

/**
 * The environment of every gate: no tool phones home or asks for an update, the repository's own binaries come first
 * on PATH, and colours follow the terminal of the person who started the run, because the gates only see a pipe.
 */
export function gateEnvironment(base: Environment, root: string, colour: boolean): Environment {
  const environment: Environment = {
    ...base,
    PATH: [join(root, "node_modules", ".bin"), base.PATH].filter(Boolean).join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  // Node warns when both are set, and the warning would stand in the output of every gate.
  delete environment.FORCE_COLOR;
  delete environment.NO_COLOR;
  if (colour) environment.FORCE_COLOR = "1";
  else environment.NO_COLOR = "1";
  return environment;
}

/** Colours are for terminals, unless NO_COLOR or FORCE_COLOR decide (no-color.org, force-color.org). */
export function wantsColour(environment: Environment, isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== "0";
  return isTerminal;
}
