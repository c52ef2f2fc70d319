import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { isUnavailable } from '#db/unavailable.ts';
import { errorBody, Refusal, refuse } from '../errors.ts';
import { failurePage } from './state-pages.ts';

const codeOf = (cause: Error | undefined): unknown => (cause && 'code' in cause ? cause.code : undefined);

function toRefusal(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: 'הערך אינו תקין',
    }));
    return refuse('BAD_REQUEST', { fields });
  }
  // Class 22: a value that PostgreSQL does not take, such as a text with a NUL in it.
  if (error instanceof DrizzleQueryError && /^22/.test(String(codeOf(error.cause)))) {
    request.log.warn({ err: error }, 'value refused by the database');
    return refuse('BAD_REQUEST');
  }
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return refuse('UNAVAILABLE', { retryAfter: 5 });
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return refuse('PAYLOAD_TOO_LARGE');
  if (status === 429) return refuse('RATE_LIMITED');
  if (status >= 400 && status < 500) return refuse('BAD_REQUEST');
  const what = isResponseSerializationError(error) ? { err: error, issues: error.cause.issues } : { err: error };
  request.log.error(what, 'request failed');
  return refuse('INTERNAL');
}

/** A browser that goes to a page; whoever calls the API or fetches a page's data gets JSON. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|customer|media|assets)\/|\.data(?:\?|$)/.test(url);

/** The one place that turns what was thrown into a reply; nothing of the server's inside leaves with it. */
export function errors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = toRefusal(error, request);
    if (refusal.extra.retryAfter) reply.header('retry-after', refusal.extra.retryAfter);
    reply.header('cache-control', 'no-store').status(refusal.status);
    if (!wantsPage(request)) return reply.send(errorBody(refusal, request.id));
    const store = request.ctxOrNull?.store ?? null;
    const { nonce, id: requestId } = request;
    const again = refusal.status >= 500;
    return reply
      .type('text/html; charset=utf-8')
      .send(failurePage({ store, nonce, requestId, again, message: refusal.message }));
  });
}
