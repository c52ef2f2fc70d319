import { GatewayUnreachable, unsent } from '#domain/money/gateway-errors.ts';
import { SmsUnknown } from './sms.ts';

/** Timeouts. A code is worth more soon from another provider. */
export const WAIT_MS = { urgent: 5_000, other: 20_000 };

export type Reply = { status: number; body: unknown };

/**
 * One call of a provider.
 * @throws SmsUnknown when it was sent without a complete reply, or with a server error; GatewayUnreachable when
 * nothing was sent
 */
export async function call(url: string, request: RequestInit, waitMs: number): Promise<Reply> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(waitMs) });
    const text = await response.text();
    if (response.status >= 500) throw new SmsUnknown(`answered ${response.status}`);
    return { status: response.status, body: parse(text) };
  } catch (error) {
    if (error instanceof SmsUnknown) throw error;
    const unsentReason = unsent(error);
    if (unsentReason instanceof GatewayUnreachable) throw unsentReason;
    throw new SmsUnknown((error as Error).name === 'TimeoutError' ? `no answer in ${waitMs / 1_000} s` : reason(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
