import { z } from 'zod';
import { GatewayRefused, unsent } from '#domain/money/gateway-errors.ts';

export type Terminal = {
  url: string;
  number: number;
  apiName: string;
  /** Required for refunds and documents only. */
  apiPassword: string;
  /** Whether the gateway writes the tax document with the charge. */
  documents: boolean;
  /** Timeout of a reply, in milliseconds. */
  timeoutMs: number;
};

const errorInfo = z.object({ ResponseCode: z.number(), Description: z.string().nullish() });

/**
 * One call of CardCom API v11: always POST, credentials in the body. Business refusals return HTTP 200 with a
 * ResponseCode, unreadable requests 400 or 401.
 * @throws GatewayRefused, GatewayUnreachable, Error
 */
export async function post<T extends z.ZodType>(
  terminal: Terminal,
  path: string,
  body: Record<string, unknown>,
  reply: T,
): Promise<z.output<T>> {
  const response = await fetch(`${terminal.url}/api/v11/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ ...body, ApiName: terminal.apiName }),
    redirect: 'error',
    signal: AbortSignal.timeout(terminal.timeoutMs),
  }).catch((error) => {
    throw unsent(error);
  });
  const text = await response.text();
  if (response.status === 400 || response.status === 401) {
    const error = errorInfo.safeParse(parse(text));
    const why = error.success ? `${error.data.ResponseCode} ${error.data.Description ?? ''}` : response.status;
    throw new GatewayRefused(`CardCom refused ${path}: ${why}`);
  }
  if (response.status !== 200) throw new Error(`CardCom answered ${response.status} to ${path}`);
  const parsed = reply.safeParse(parse(text));
  if (!parsed.success) throw new Error(`CardCom's answer to ${path} can't be read: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 605: the vendor's server was unavailable; 9999: unknown error. Neither means that nothing happened. */
export const NOBODY_KNOWS = [605, 9999];

/** @throws GatewayRefused, or Error where the code leaves the outcome unknown */
export function mustBeDone(path: string, { ResponseCode: code, Description }: z.infer<typeof errorInfo>): void {
  if (code === 0) return;
  const message = `CardCom answered ${code} to ${path}: ${Description ?? ''}`;
  throw NOBODY_KNOWS.includes(code) ? new Error(message) : new GatewayRefused(message);
}
