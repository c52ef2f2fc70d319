import type { FastifyRequest } from 'fastify';

/** What follows these names in an address is nobody's business who reads the logs. */
const personal = /([?&](?:phone|code|token|secret|email)=)[^&#]*/gi;
/** Links that are a secret by themselves. */
const secretPaths = /^(\/(?:order|pay|booking|unsubscribe)\/)[^/?#]+/;

export const maskedUrl = (url: string): string => url.replace(personal, '$1…').replace(secretPaths, '$1…');

/** Structured logs without tokens, codes, phones and secret links. */
export const logOptions = (level: string) => ({
  level,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: maskedUrl(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
});
