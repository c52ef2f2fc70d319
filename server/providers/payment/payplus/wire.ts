import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { GatewayRefused, unsent } from '#domain/money/gateway-errors.ts';

export type Terminal = {
  url: string;
  apiKey: string;
  /** Also signs what the gateway reports. */
  secretKey: string;
  /** Payment page of the terminal. */
  pageUid: string;
  /** Whether the gateway writes the tax document with the charge. */
  documents: boolean;
  /** Timeout of a reply, in milliseconds. */
  timeoutMs: number;
};

const results = z.object({
  status: z.string(),
  code: z.union([z.number(), z.string()]).nullish(),
  description: z.string().nullish(),
  message: z.string().nullish(),
});
type Results = z.output<typeof results>;

/**
 * One call of PayPlus REST v1.0: always POST, the keys in headers. What `results` says of it is the caller's to judge;
 * what was not found or could not be read (404, 422) says so in them or in bare words.
 * @throws GatewayRefused for wrong keys, GatewayUnreachable, Error
 */
export async function post<T extends z.ZodType>(
  terminal: Terminal,
  path: string,
  body: Record<string, unknown>,
  data: T,
): Promise<{ results: Results; data: z.output<T> | null }> {
  const response = await fetch(`${terminal.url}/api/v1.0/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'api-key': terminal.apiKey,
      'secret-key': terminal.secretKey,
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(terminal.timeoutMs),
  }).catch((error) => {
    throw unsent(error);
  });
  const text = await response.text();
  if ([400, 401, 403].includes(response.status) || WRONG_KEYS.test(text))
    throw new GatewayRefused(`PayPlus refused ${path}: ${response.status} ${text.slice(0, 200)}`);
  if (![200, 404, 422].includes(response.status)) throw new Error(`PayPlus answered ${response.status} to ${path}`);
  const answer = parse(text);
  const outcome = z.object({ results }).safeParse(answer);
  if (!outcome.success && response.status !== 200)
    return { results: { status: 'error', description: text.slice(0, 200) }, data: null };
  const parsed = z.object({ data: data.nullish() }).safeParse(answer);
  // What failed may come with data of another shape.
  if (!outcome.success || (!parsed.success && outcome.data.results.status === 'success'))
    throw new Error(`PayPlus's answer to ${path} can't be read`);
  return { results: outcome.data.results, data: parsed.data?.data ?? null };
}

/** A call with them may be answered with any status. */
const WRONG_KEYS = /API_KEY \/ SECRET_KEY ARE INCORRECT/i;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing was done where the gateway says so. @throws GatewayRefused */
export function mustBeDone(path: string, { status, code, description, message }: Results): void {
  if (status === 'success') return;
  throw new GatewayRefused(`PayPlus answered ${status} ${code ?? ''} to ${path}: ${description ?? message ?? ''}`);
}

/**
 * Whether a report is the gateway's own: base64 of HMAC-SHA256 by the secret key. The vendor's plug-in signs the bytes
 * that it sends, its documentation the body as JSON.stringify writes it. There is no time in it, so a report may be a
 * replay.
 */
export function isSigned(terminal: Terminal, rawBody: string, headers: Record<string, string | undefined>): boolean {
  const { hash, 'user-agent': agent } = headers;
  const body = parse(rawBody);
  if (agent !== 'PayPlus' || !hash || body === undefined) return false;
  const receivedHash = Buffer.from(hash, 'base64');
  return [rawBody, JSON.stringify(body)].some((message) => {
    const expected = createHmac('sha256', terminal.secretKey).update(message).digest();
    return receivedHash.length === expected.length && timingSafeEqual(receivedHash, expected);
  });
}
