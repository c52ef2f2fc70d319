import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps, OfficeContext } from '../context.ts';
import { API, apiCalls } from '../office/api-keys/api-calls.ts';
import { describeApi } from '../office/api-keys/describe-api.ts';
import { refuse } from '../platform/errors.ts';
import { CALLS_OF_A_KEY_A_MINUTE } from '../platform/limit-policies.ts';
import { Repeated } from '../staff/repeats.ts';
import { minuteCounter, refuseFlood } from './flood-limits.ts';

const LONGEST_IDEMPOTENCY_KEY = 100;

/**
 * Calls of programs on the office's host, each with a key (`http/office.ts` reads it) and through the office's one
 * door.
 */
export function officeApi(app: FastifyInstance, deps: Deps): void {
  const count = minuteCounter();
  const config = { office: true, officeApi: true };
  const hidden = { schema: { hide: true }, config };

  function admit(request: FastifyRequest): OfficeContext {
    const { office } = request;
    if (!office?.staff) throw refuse('UNAUTHORIZED', { message: 'נדרש מפתח API תקף: Authorization: Bearer …' });
    const standing = count('key', office.staff.uuid, CALLS_OF_A_KEY_A_MINUTE, deps.now().getTime());
    request.limits.push(standing);
    refuseFlood(request, [standing], deps.metrics, 'key');
    return office;
  }

  for (const { method, path, make } of apiCalls)
    app.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      ...hidden,
      method,
      url: `${API}${path}`,
      handler: async (request, reply) => {
        const ctx = admit(request);
        reply.header('cache-control', 'private, no-store');
        if (method === 'GET') return make(ctx, { ...asForm(request.query), ...request.params });
        const input = { ...asForm(request.body ?? {}), ...request.params };
        try {
          return await make(ctx, input, idempotencyKey(request));
        } catch (error) {
          if (!(error instanceof Repeated)) throw error;
          return { message: error.message || 'בוצע', repeated: true };
        }
      },
    });
  app.get(`${API}/openapi.json`, hidden, async (request) => describeApi(admit(request).origin));
  app.all(`${API}/*`, hidden, async (request) => {
    admit(request);
    throw refuse('NOT_FOUND');
  });
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length > 0 && key.length <= LONGEST_IDEMPOTENCY_KEY) return key;
  throw refuse('BAD_REQUEST', {
    fields: [{ path: 'Idempotency-Key', message: `עד ${LONGEST_IDEMPOTENCY_KEY} תווים` }],
  });
}

/**
 * A JSON body, or a query, as the office's forms send it, which is what the calls read: numbers as they are typed,
 * `true` as a ticked box. `false`, `null` and an empty text are left out, as an empty field is: a number must not
 * become 0 because nothing stands in it.
 */
function asForm(body: unknown): Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw refuse('BAD_REQUEST');
  return formValue(body) as Record<string, unknown>;
}

function formValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formValue);
  if (value === null || value === false || value === '') return undefined;
  if (value === true) return 'on';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formValue(one)]));
}
