import type { FastifyInstance } from "fastify";
import type { Telemetry } from "./telemetry.ts";

/** Lets telemetry hear of every answer before it goes, and of every request when it is over. */
export const addTelemetry = (app: FastifyInstance, telemetry: Telemetry): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () =>
      telemetry.ended(request, reply, reply.raw.writableFinished ? reply.statusCode : null),
    );
  });
  app.addHook("onSend", async (request, reply) => telemetry.settle(request, reply));
};
