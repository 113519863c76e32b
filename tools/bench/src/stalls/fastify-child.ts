/** Child process: plain Fastify with the login schema of the contract and all defaults, as a peer of the kernel. */
import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import fastify from "fastify";
import { serveParent } from "../server/child-side.ts";

const { properties } = document.components.schemas.LoginRequest;
const text = ({ minLength, maxLength }: { minLength: number; maxLength: number }) => ({
  type: "string",
  minLength,
  maxLength,
});
const body = {
  type: "object",
  additionalProperties: false,
  required: ["username", "password"],
  properties: { username: text(properties.username), password: text(properties.password) },
};

const app = fastify();
app.post("/api/v1/auth/login", { schema: { body } }, (_request, reply) => reply.code(401).send({ title: "wrong" }));
app.get("/api/v1/tests/ping", () => ({ data: { pong: true } }));
const url = await app.listen({ port: 0, host: "127.0.0.1" });

serveParent({ baseUrl: `${url}/api/v1`, close: () => app.close() });
