import type { RequestContext } from '../context.ts';
import { keyedHash, sameSecret } from '../platform/keyed-hash.ts';
import { ipHashOf } from '../platform/limits.ts';

/**
 * A device that has proved a phone carries a mark of it, so that unknown callers can't use up the owner's limits
 * ("Slow Down Online Guessing Attacks with Device Cookies", OWASP; docs/limits.md). Only limits read it; it grants no
 * access. Signing out keeps it, as the customer will come back.
 */
export const DEVICE_COOKIE = 'auth.known';
export const DEVICE_DAYS = 180;
/** Phones remembered per device: a household. */
const MOST = 3;

type Carrier = Pick<RequestContext, 'secret' | 'store' | 'now' | 'device'>;

const markOf = ({ secret, store }: Carrier, phone: string, until: string): string =>
  `${until}.${keyedHash(secret, `known device:${store.uuid}:${phone}:${until}`)}`;

const marksOf = ({ device, now }: Carrier): string[] =>
  device
    .slice(0, 1_000)
    .split('~')
    .filter((mark) => Number.parseInt(mark, 36) * 1_000 > now().getTime());

const untilOf = (mark: string): string => mark.slice(0, mark.indexOf('.'));

const isOf = (ctx: Carrier, phone: string) => (mark: string) => sameSecret(mark, markOf(ctx, phone, untilOf(mark)));

/** Whether the device has proved the phone before, or the caller is signed in with it. */
export const isKnown = (ctx: Carrier & Pick<RequestContext, 'customer'>, phone: string): boolean =>
  ctx.customer?.phone === phone || marksOf(ctx).some(isOf(ctx, phone));

/** Key that a stored thing is counted under: the network it came from, or for a known device the phone itself. */
export const originHashOf = (ctx: Carrier & Pick<RequestContext, 'customer' | 'ipAddress'>, phone: string): string =>
  isKnown(ctx, phone) ? keyedHash(ctx.secret, `known:${phone}`) : ipHashOf(ctx);

/** The cookie's new value once the device has proved the phone. */
export function withKnown(ctx: Carrier, phone: string): string {
  const isSame = isOf(ctx, phone);
  const others = marksOf(ctx).filter((mark) => !isSame(mark));
  const until = Math.floor(ctx.now().getTime() / 1_000) + DEVICE_DAYS * 86_400;
  return [markOf(ctx, phone, until.toString(36)), ...others].slice(0, MOST).join('~');
}
