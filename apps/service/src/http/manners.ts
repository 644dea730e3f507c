import type { FastifyInstance } from "fastify";
import type { Drain } from "../drain.ts";
import type { Answers } from "./answers.ts";
import { guardHost } from "./host-guard.ts";
import { answerUnrouted } from "./methods.ts";
import { logAnswer } from "./request-log.ts";
import { abandonUnreadBody } from "./unread-body.ts";

export type MannersParts = {
  readonly answers: Answers;
  readonly drain: Drain;
  readonly listensOn: string;
  readonly baseUrl: () => string;
};

/** What holds for every request, whichever route it goes to or none. */
export const addManners = (app: FastifyInstance, { answers, drain, listensOn, baseUrl }: MannersParts): void => {
  app.addHook("onRequest", async ({ raw }, reply) => {
    reply.raw.once("close", drain.enter());
    reply.headers(answers.commonHeaders(raw));
    if (drain.draining()) reply.header("connection", "close");
    guardHost(raw, listensOn, baseUrl());
  });
  app.addHook("onRequest", answerUnrouted);
  app.addHook("onSend", abandonUnreadBody);
  app.addHook("onResponse", logAnswer);
  app.setErrorHandler(answers.answerError);
  // bodies stay unread until a route asks for them: then the route's limits hold from the first byte
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
};
