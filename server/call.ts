import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallSchema } from '#contract/common.ts';
import { type CallInput, type CallName, type CallReply, contract } from '#contract/index.ts';
import { isFilterParameter } from '#domain/catalogue/filters.ts';
import type { RequestContext } from './context.ts';
import { keptReply, ReadyReply } from './kept-replies.ts';
import { refuse } from './platform/errors.ts';

type Handler<N extends CallName> = (
  ctx: RequestContext,
  input: CallInput<N>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<CallReply<N> | ReadyReply>;

type Options = {
  /** Cacheable by ETag. Without it, and by calls that write, nothing is stored. */
  cache?: 'public';
  /**
   * Asked for all the time with few inputs: the reply is kept, too. It is made of path and query alone. Of `public`
   * calls only.
   */
  kept?: boolean;
  bodyLimit?: number;
  /** What the body may be, where it is no JSON. */
  consumes?: string[];
  /** Answers on hosts of no store, too. The handler then gets no context there, and must not ask for it. */
  anyHost?: boolean;
  /** Of the `/customer` calls, one that needs no sign-in. */
  signedOut?: boolean;
};

/** Registers one call of the contract: its schema validates what comes in and what goes out. */
export function serve<N extends CallName>(app: FastifyInstance, name: N, handler: Handler<N>): void;
export function serve<N extends CallName>(app: FastifyInstance, name: N, options: Options, handler: Handler<N>): void;
export function serve<N extends CallName>(
  app: FastifyInstance,
  name: N,
  ...rest: [Handler<N>] | [Options, Handler<N>]
): void {
  const [options, handler]: [Options, Handler<N>] = rest.length === 1 ? [{}, rest[0]] : rest;
  const [method, url] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  const call: CallSchema = contract[name];
  const isPublic = options.cache === 'public' && method === 'GET';
  const cacheControl = isPublic ? 'public, max-age=0, must-revalidate' : 'private, no-store';
  const personal = url.startsWith('/customer/') && !options.signedOut;
  app.route({
    method,
    url,
    // Before the body is read, so that callers who aren't signed in learn nothing about its shape.
    ...(personal && {
      onRequest: async ({ ctx }) => {
        if (!ctx.customer) throw refuse('UNAUTHORIZED');
      },
    }),
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    schema: {
      summary: call.summary,
      tags: [url.split('/')[2] ?? 'api'],
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.headers && { headers: call.headers }),
      ...(call.body && { body: call.body }),
      ...(options.consumes && { consumes: options.consumes }),
      response: { 200: call.response },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', cacheControl);
      const input = { params: request.params, query: request.query, headers: request.headers, body: request.body };
      const requestContext = options.anyHost ? (request.ctxOrNull as RequestContext) : request.ctx;
      const ctx = isPublic && requestContext ? { ...requestContext, db: requestContext.reader } : requestContext;
      const make = (context: RequestContext) => handler(context, input as CallInput<N>, { request, reply });
      const answer =
        isPublic && options.kept && !ctx.preview
          ? await keptReply(
              ctx,
              `${name} ${JSON.stringify(input.params ?? {})} ${queryKey(call, input.query)}`,
              performance.now() - reply.elapsedTime,
              async (context) => JSON.stringify(z.encode(call.response, (await make(context)) as never)),
            )
          : await make(ctx);
      if (!(answer instanceof ReadyReply)) return answer;
      return reply.headers({ 'content-type': 'application/json; charset=utf-8', etag: answer.etag }).send(answer.body);
    },
  });
}

/** What the call reads of a query: parameters that a visitor invents make no reply of their own. */
const queryKey = ({ query }: CallSchema, rawQuery: unknown): string =>
  JSON.stringify(
    Object.entries(rawQuery ?? {}).filter(
      ([name]) => Object.hasOwn(query?.shape ?? {}, name) || isFilterParameter(name),
    ),
  );

export const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

/** A picture of the database, redrawn when it came. Opened by itself, it can run nothing. */
export const sendPicture = (reply: FastifyReply, bytes: Buffer, cacheControl: string): FastifyReply =>
  reply
    .type('image/webp')
    .headers({ 'cache-control': cacheControl, 'content-security-policy': "default-src 'none'; sandbox" })
    .send(bytes);

/**
 * A part of the app whose calls get a file as their body. `mayUpload` refuses unknown callers before the body is read:
 * megabytes needn't be sent for a 404.
 */
export function uploads(
  app: FastifyInstance,
  { types, mostBytes }: { types: string[]; mostBytes: number },
  mayUpload: (ctx: RequestContext, query: Record<string, unknown>) => unknown,
  register: (scope: FastifyInstance, options: { bodyLimit: number; consumes: string[] }) => void,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ ctx, query }) => {
      await mayUpload(ctx, query as Record<string, unknown>);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    register(scope, { bodyLimit: mostBytes, consumes: types });
  });
}
