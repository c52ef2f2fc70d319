import type { FastifyRequest } from 'fastify';
import { DrizzleQueryError } from '#db/sql.ts';
import { SECRET_PAGES } from '#domain/text/secret-pages.ts';

/**
 * Personal or secret query parameters are masked in logs. `order` is the secret of `/success?order=`; `paths` are the
 * pages React Router prefetches, secret ones among them; `q` and `who`, the names and phones that staff look for;
 * `chassis`, the number of a shopper's vehicle; `name`, of a file, is often its owner's.
 */
const personal = /([?&](?:phone|code|token|ticket|secret|order|email|paths|q|who|chassis|name)=)[^&#]*/gi;
/** The same inside `?to=…` and `?back=…`, the target after signing in. */
const personalWithin = /(%(?:3F|26)(?:phone|code|token|ticket|secret|order|email|q|who|chassis)%3D)(?:(?!%26)[^&#])*/gi;
/** Paths that are a secret by themselves, anywhere in the text: also after `//`, inside `?to=`, in any case. */
const secretPaths = new RegExp(`((?:/|%2F)(?:${SECRET_PAGES})(?:/|%2F)+)(?:(?!%(?:2F|3F|26|2C))[^/?#&,])+`, 'gi');

export const maskedUrl = (url: string): string =>
  url.replace(personal, '$1…').replace(personalWithin, '$1…').replace(secretPaths, '$1…');

type LoggedError = { type: string; message: string; stack: string; [more: string]: unknown };

/**
 * A failed query contains its values in its message and again in its stack; PostgreSQL quotes the value it could not
 * read (class 22). They may be phones, names and addresses.
 */
function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const code = 'code' in error ? String(error.code) : undefined;
  const message = code?.startsWith('22') ? 'a value that PostgreSQL could not read' : error.message;
  return {
    type: error.name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : message,
    code,
    stack: error.stack?.match(/^ +at .*$/gm)?.join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  };
}

/** Structured logs without tokens, codes, phones and secret links. */
export const logOptions = (level: string) => ({
  level,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: {
    err: loggedError,
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: maskedUrl(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
});
