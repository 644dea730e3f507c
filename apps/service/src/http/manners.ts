import type { FastifyInstance } from "fastify";
import type { Drain } from "../drain.ts";
import type { Answers } from "./answers.ts";
import { guardHost } from "./host-guard.ts";
import { answerUnrouted } from "./methods.ts";
import type { RequestLog } from "./request-log.ts";
import { abandonUnreadBody } from "./unread-body.ts";

export type MannersParts = {
  readonly answers: Answers;
  readonly drain: Drain;
  readonly requestLog: RequestLog;
  readonly listensOn: string;
  readonly baseUrl: () => string;
};

/** What holds for every request, whichever route it goes to or none. */
export const addManners = (app: FastifyInstance, parts: MannersParts): void => {
  const { answers, drain, requestLog, listensOn, baseUrl } = parts;
  app.addHook("onRequest", async (request, reply) => {
    const leave = drain.enter();
    reply.raw.once("close", () => {
      leave();
      requestLog.closed(request, reply);
    });
    reply.headers(answers.commonHeaders(request.raw));
    guardHost(request.raw, listensOn, baseUrl());
  });
  app.addHook("onRequest", answerUnrouted);
  app.addHook("onSend", abandonUnreadBody);
  // at the end rather than at the beginning: a request that was under way then may be the connection's last, too
  app.addHook("onSend", async (_request, reply) => {
    if (drain.draining()) reply.header("connection", "close");
  });
  app.addHook("onResponse", requestLog.answered);
  app.setErrorHandler(answers.answerError);
  // bodies stay unread until a route asks for them: then the route's limits hold from the first byte
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
};
