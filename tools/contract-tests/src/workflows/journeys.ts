import { demoUser, type DemoService } from "../service/demo-service.ts";

/** How the workflows of a file are run: what the service must be like before, and what is handed in. */
export interface Journey {
  /** Name of the file in `spec/workflows`, without `.arazzo.yaml`. */
  readonly topic: string;
  /** Ids of workflows. @default all of the file */
  readonly only?: readonly string[];
  /** Whether the service hands out a newer token on every use. @default false */
  readonly rotating?: boolean;
  /** Prepares the service and gives the inputs. */
  inputs(service: DemoService): Promise<Readonly<Record<string, string>>>;
}

const DAY_MS = 24 * 60 * 60_000;
const newPassword = "a-new-password-for-the-demo";

/** Every workflow, in an order in which none is in the way of another. */
export const journeys: readonly Journey[] = [
  { topic: "log-in", inputs: async () => ({ ...demoUser("partner-admin") }) },
  { topic: "rotation", rotating: true, inputs: async () => ({ ...demoUser("partner-admin") }) },
  { topic: "paging", inputs: async () => ({ ...demoUser("partner-admin") }) },
  { topic: "clients", inputs: async () => ({ ...demoUser("agency-admin-1") }) },
  { topic: "units", inputs: async () => ({ ...demoUser("agency-admin-1") }) },
  { topic: "unit-groups", inputs: async () => ({ ...demoUser("client-north") }) },
  { topic: "permissions", inputs: async () => ({ ...demoUser("client-north") }) },
  {
    topic: "password-reset",
    only: ["request_a_reset"],
    inputs: async () => ({ email: "demo-client-east@example.com" }),
  },
  {
    topic: "password-reset",
    only: ["complete_the_reset"],
    inputs: async (service) => ({
      ...demoUser("client-east"),
      new_password: newPassword,
      reset_token: service.messageToken("password_reset"),
    }),
  },
  {
    topic: "registration",
    inputs: async (service) => ({
      registration_token: service.messageToken("registration"),
      username: "demo-newcomer",
      password: newPassword,
      taken_username: demoUser("partner-admin").username,
    }),
  },
  { topic: "log-out", rotating: true, inputs: async () => ({ ...demoUser("partner-admin") }) },
  { topic: "errors", inputs: inputsOfErrors },
];

/** Makes a token expire by moving the clock, and takes a permission away: a client can do neither. */
async function inputsOfErrors(service: DemoService): Promise<Readonly<Record<string, string>>> {
  // Nobody logs in as this user again: the service forgets the expired sessions of a user at the next login.
  const expired_token = await service.logIn(demoUser("client-south"));
  service.clock.advance(8 * DAY_MS);
  const { username, password } = demoUser("read-only");
  await service.withdraw(username, "units", "view");
  return {
    username: demoUser("partner-admin").username,
    expired_token,
    username_without_units: username,
    password_without_units: password,
  };
}
