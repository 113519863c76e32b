import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPrivatePostgres, testPassword, whyNoPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { natsLink } from "../../src/bus/nats-link.ts";
import { postgresLink } from "../../src/bus/postgres-link.ts";
import { redisLink } from "../../src/bus/redis-link.ts";
import type { MakeLink } from "../../src/bus/link.ts";
import type { BusTarget } from "../../src/platform/config.ts";
import type { CertificatePaths } from "../support/certificates.ts";

/** A broker that runs, on a port of 127.0.0.1, with a password. */
export interface Broker {
  readonly target: Exclude<BusTarget, { kind: "local" }>;
  readonly port: number;
  /** Kills it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Lets it hang: it keeps its connections, takes new ones and says nothing. */
  pause(): void;
  /** Ends that. */
  resume(): void;
  stop(): Promise<void>;
}

/** A kind of broker. */
export interface BrokerKind {
  readonly name: string;
  /** Why the tests cannot run here, or `undefined`. */
  whyNot(): string | undefined;
  /** With a certificate it takes encrypted connections only. */
  start(tls?: CertificatePaths): Promise<Broker>;
  /** Makes links as the bus does, for programs that are no server. */
  readonly link: (url: string, channel: string) => MakeLink;
}

/** It has what a URL must encode. */
export const brokerPassword = "kept out: of/every@message";

/** A program that listens, and what it says when it does. */
interface Program {
  readonly name: string;
  readonly words: (port: number, folder: string) => readonly string[];
  readonly readiness: RegExp;
}

async function launch(program: Program, port: number, folder: string): Promise<ChildProcess | null> {
  const child = spawn(program.name, program.words(port, folder), {
    env: withSystemPrograms(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const isReady = await new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      if (program.readiness.test(text)) resolve(true);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => resolve(false));
  });
  if (isReady) return child;
  // The port may belong to somebody else.
  if (/address already in use/i.test(text)) return null;
  throw new Error(`${program.name} did not start:\n${text}`);
}

/** Starts a program on a free port, in a folder of its own. */
async function serve(program: Program, urlOf: (port: number) => Broker["target"]): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), `fleet-${program.name}-`));
  let port: number;
  let child: ChildProcess | null;
  do {
    // Below the ports that systems give to clients.
    port = randomInt(20_000, 32_000);
    child = await launch(program, port, folder);
  } while (child === null);
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    target: urlOf(port),
    port,
    kill,
    restart: async () => {
      child = await launch(program, port, folder);
      if (child === null) throw new Error(`The port of ${program.name} was taken meanwhile.`);
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** Debian puts servers where only root looks. */
function withSystemPrograms(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };
}

function whyNoProgram(name: string, title: string): string | undefined {
  if (spawnSync(name, ["--version"], { env: withSystemPrograms() }).status === 0) return undefined;
  return `the bus over ${title} because there is no ${name}; install with: apt-get install ${name}`;
}

const login = `fleet:${encodeURIComponent(brokerPassword)}`;

const nats: BrokerKind = {
  name: "NATS",
  whyNot: () => whyNoProgram("nats-server", "NATS"),
  link: natsLink,
  start: (tls) => {
    const program: Program = {
      name: "nats-server",
      words: (port) => {
        const words = ["--addr", "127.0.0.1", "--port", String(port), "--user", "fleet", "--pass", brokerPassword];
        if (tls) words.push("--tls", "--tlscert", tls.certificate, "--tlskey", tls.key);
        return words;
      },
      readiness: /Server is ready/,
    };
    const scheme = tls ? "tls" : "nats";
    return serve(program, (port) => ({ kind: "nats", url: `${scheme}://${login}@localhost:${port}` }));
  },
};

/** The login of a service may use nothing but its channels. */
const redisLogin = [
  "--user",
  "fleet",
  "on",
  `#${createHash("sha256").update(brokerPassword).digest("hex")}`,
  "&fleet.positions.*",
  "+publish",
  "+subscribe",
  "+hello",
  "+client|setname",
];

const redis: BrokerKind = {
  name: "Redis",
  whyNot: () => whyNoProgram("redis-server", "Redis"),
  link: redisLink,
  start: (tls) => {
    const program: Program = {
      name: "redis-server",
      words: (port, folder) => {
        const words = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no", ...redisLogin];
        if (!tls) return [...words, "--port", String(port)];
        words.push("--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no");
        return [...words, "--tls-cert-file", tls.certificate, "--tls-key-file", tls.key];
      },
      readiness: /ready to accept connections/i,
    };
    const scheme = tls ? "rediss" : "redis";
    return serve(program, (port) => ({ kind: "redis", url: `${scheme}://${login}@localhost:${port}` }));
  },
};

const postgres: BrokerKind = {
  name: "PostgreSQL",
  whyNot: whyNoPrivatePostgres,
  link: postgresLink,
  start: async () => {
    const server = await startPrivatePostgres({ tcp: true });
    const { port = 0, user, database } = server.address;
    const url = `postgres://${user}:${testPassword}@127.0.0.1:${port}/${database}`;
    const { crash: kill, restart, pause, resume, stop } = server;
    return { target: { kind: "postgres", url }, port, kill, restart, pause, resume, stop };
  },
};

/** All kinds. */
export const brokerKinds: readonly BrokerKind[] = [nats, redis, postgres];
