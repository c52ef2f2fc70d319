// Thrown by gateway adapters and handled by checkout rules, which may not import each other.

/** The gateway answered and did nothing. */
export class GatewayRefused extends Error {}

/** No connection came about, so nothing was sent: a retry is safe. */
export class GatewayUnreachable extends Error {}

/**
 * Nobody answers there, which each further call would find out by waiting: no connection came about, or no answer in
 * time.
 */
export const isSilent = (error: unknown): boolean =>
  error instanceof GatewayUnreachable || (error instanceof Error && error.name === 'TimeoutError');

const NOTHING_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** The same error, or a `GatewayUnreachable` for one that means that no connection came about. */
export function unsent(error: unknown): unknown {
  const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message?: string };
  const reason = code ?? cause?.code ?? '';
  return NOTHING_SENT.includes(reason) ? new GatewayUnreachable(`${message}: ${reason}`) : error;
}
