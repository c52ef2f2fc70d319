import { z } from 'zod';
import { ticked } from '../inputs.ts';
import { API, type ApiCall, apiCalls } from './api-calls.ts';
import { writeReply } from './replies.ts';

type Schema = Record<string, unknown>;
type ObjectSchema = { properties?: Record<string, Schema>; required?: string[] };

/** A schema as programs read it: what the door converts is told as it is sent. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (zodSchema === ticked) Object.assign(clear(jsonSchema), { type: 'boolean' });
      else if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      // One value stands for a list of one.
      else if (io === 'input' && def.type === 'pipe' && isTransform(def))
        Object.assign(clear(jsonSchema), schemaOf((def as unknown as { out: z.ZodType }).out, io));
    },
  });
  return json as ObjectSchema;
}

const isTransform = (def: unknown): boolean =>
  (def as { in: { _zod: { def: { type: string } } } }).in._zod.def.type === 'transform';

function clear(schema: Schema): Schema {
  for (const key of Object.keys(schema)) delete schema[key];
  return schema;
}

/** One call, for the page and the document. */
export function describeCall({ method, path, call, reply, summary, hebrew }: ApiCall) {
  const { properties = {}, required = [] } = schemaOf(call.options.input, 'input');
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const fields = Object.entries(properties)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
  return { method, path: `${API}${path}`, permission: call.options.permission, summary, hebrew, inPath, fields, reply };
}

/** What programs are told of the calls (OpenAPI 3.1), made of the schemas that check them. */
export function describeApi(origin: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const apiCall of apiCalls) {
    const { method, path, permission, summary, inPath, fields, reply } = describeCall(apiCall);
    const isRead = method === 'GET';
    const at = path.replace(/:(\w+)/g, '{$1}');
    const body = {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
    };
    const parameters = [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } })),
      ...(isRead ? fields.map(({ required, ...field }) => ({ ...field, in: 'query', required })) : []),
      ...(isRead
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 100 } }]),
    ];
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        operationId: apiCall.call.options.name,
        summary,
        description: permission ? `Needs the permission \`${permission}\` in the store.` : 'Needs any key.',
        parameters,
        ...(!isRead && { requestBody: { content: { 'application/json': { schema: body } } } }),
        responses: {
          200: {
            description: 'Done',
            content: { 'application/json': { schema: schemaOf(isRead ? reply : writeReply, 'output') } },
          },
          default: { description: 'Refused: `error_code`, a Hebrew `message`, and the `fields` that are wrong' },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Office API',
      version: '1.0.0',
      description:
        'Calls for programs, with a key from the office’s page of keys. Money is shekels with VAT. A write that comes again with the same `Idempotency-Key` is not carried out twice.',
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
