import { z } from 'zod';

const secret = z.string().min(1);

const cardcom = z.strictObject({
  provider: z.literal('cardcom'),
  terminal: z.number().int().positive(),
  api_name: secret,
  api_password: secret,
});
const payplus = z.strictObject({
  provider: z.literal('payplus'),
  api_key: secret,
  secret_key: secret,
  page_uid: z.guid(),
});

/** Of a store's setting and of PAYMENT_TERMINALS. */
export const terminalName = z.string().regex(/^[a-z0-9-]{1,30}$/, 'has small Latin letters, digits and hyphens');

const terminals = z.record(terminalName, z.discriminatedUnion('provider', [cardcom, payplus]));

/**
 * Terminals beside each gateway's first one, by name. `wrong`: places that are not as documented, never their values,
 * which are secrets.
 */
export function readTerminals(text: string): { data?: z.output<typeof terminals>; wrong: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: ['its beginning: it is no JSON'] };
  }
  const { data, error } = terminals.safeParse(value);
  if (data) return { data, wrong: [] };
  return { wrong: error.issues.map(({ path }) => path.join('.') || 'its beginning') };
}
