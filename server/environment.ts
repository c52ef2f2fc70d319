import { z } from 'zod';
import { SetupError } from '#db/setup-error.ts';

/** Every setting, with what it is for. `docs/operating.md` shows this table. */
const settings = z.object({
  MODE: z
    .enum(['demo', 'live'])
    .default('demo')
    .describe('demo: demo stores, sandbox gateway. live: neither, secrets required'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe('Port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: z.string().min(1).default('./data').describe('Embedded database, media, generated secrets'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; unset: the embedded one'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).describe('Connections a process may hold'),
  SECRET: z.string().min(32).optional().describe('Key of codes, cookies and webhooks; required in live mode'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0).describe('How many proxies stand in front'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('What is logged'),
});

export const environmentSchema = settings.superRefine((env, check) => {
  if (env.MODE === 'live' && !env.SECRET) {
    check.addIssue({ code: 'custom', path: ['SECRET'], message: 'must be set in live mode (32 characters or more)' });
  }
});

export type Environment = z.infer<typeof settings>;

/** @throws SetupError with one line per wrong value, naming the variable and never its value. */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SetupError(`Wrong settings:\n  ${lines.join('\n  ')}`);
}
