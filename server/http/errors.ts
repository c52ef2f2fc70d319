import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { DrizzleQueryError } from '#db/sql.ts';
import { isUnavailable } from '#db/unavailable.ts';
import { type ErrorCode, errorBody, Refusal, refuse } from '../platform/errors.ts';
import { failurePage } from './pages/state-pages.ts';
import { NOTHING } from './security.ts';

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
  // Class 22: a value that PostgreSQL doesn't accept, such as a text with a NUL.
  if (error instanceof DrizzleQueryError && /^22/.test(String(codeOf(error.cause)))) {
    request.log.warn({ err: error }, 'value refused by the database');
    return refuse('BAD_REQUEST');
  }
  // Previews read in a transaction that lets nobody write.
  if (request.ctxOrNull?.preview && error instanceof DrizzleQueryError && codeOf(error.cause) === '25006')
    return refuse('PREVIEW');
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return refuse('UNAVAILABLE', { retryAfter: 5 });
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return refuse('PAYLOAD_TOO_LARGE');
  if (status === 429) return refuse('RATE_LIMITED');
  if (status >= 400 && status < 500) return refuse('BAD_REQUEST');
  const details = isResponseSerializationError(error) ? { err: error, issues: error.cause.issues } : { err: error };
  request.log.error(details, 'request failed');
  return refuse('INTERNAL');
}

/** Refusals that suggest an attack; each is logged with the IP address and never with the attempted value. */
const SECURITY: ReadonlySet<string> = new Set<ErrorCode>([
  'FORBIDDEN_ORIGIN',
  'WRONG_STORE',
  'OTP_WRONG',
  'OTP_USED_UP',
  'WRONG_LOGIN',
  'WRONG_PASSWORD',
  'RESET_LINK_INVALID',
  'TICKET_INVALID',
  'SOCIAL_REFUSED',
  'RATE_LIMITED',
  'IMAGE_REFUSED',
  'PAYLOAD_TOO_LARGE',
]);

/** A browser navigation; everything else gets JSON. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(?:api|customer|media|assets|icons)\/|\.data(?:\?|$)/.test(url);

/** The only place that turns a thrown error into a reply; no internals leave the server. */
export function errors(app: FastifyInstance): void {
  // Unknown methods and routes. Fastify's default reply would repeat the URL.
  app.setNotFoundHandler(() => {
    throw refuse('NOT_FOUND');
  });
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = toRefusal(error, request);
    request.errorCode = refusal.code;
    if (SECURITY.has(refusal.code))
      request.log.warn(
        { event: refusal.code, ip: request.ip, customer: request.ctxOrNull?.customer?.uuid },
        'security event',
      );
    if (refusal.extra.retryAfter) reply.header('retry-after', refusal.extra.retryAfter);
    reply.header('cache-control', 'no-store').status(refusal.status);
    if (!isPage(request)) return reply.send(errorBody(refusal, request.id));
    const store = request.ctxOrNull?.store ?? null;
    const { nonce, id: requestId } = request;
    const mayTryAgain = refusal.status >= 500;
    return reply
      .type('text/html; charset=utf-8')
      .send(failurePage({ store, nonce, requestId, again: mayTryAgain, message: refusal.message }));
  });
}

/** A malformed URL reaches no hook and no route. */
export function malformed(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .status(400)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-security-policy': NOTHING })
    .send(errorBody(refuse('BAD_REQUEST'), request.id));
}
