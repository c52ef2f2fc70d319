import type { RequestContext } from '../context.ts';
import { keyedHash } from '../platform/keyed-hash.ts';
import { ipHashOf } from '../platform/limits.ts';
import { hasMark, withMark } from './device-marks.ts';
import { DEVICE_DAYS } from './lifetimes.ts';

/**
 * A device that has proved a phone carries a mark of it, so that unknown callers can't use up the owner's limits
 * ("Slow Down Online Guessing Attacks with Device Cookies", OWASP; docs/limits.md). Only limits read it; it grants no
 * access. Signing out keeps it, as the customer will come back.
 */
export const DEVICE_COOKIE = 'auth.known';
/** So many phones are remembered per device: a household. */
const KIND = { name: 'known device', seconds: DEVICE_DAYS * 86_400, most: 3 };

type Carrier = Pick<RequestContext, 'secret' | 'store' | 'now' | 'device'>;

/** Whether the device has proved the phone before, or the caller is signed in with it. */
export const isKnown = (ctx: Carrier & Pick<RequestContext, 'customer'>, phone: string): boolean =>
  ctx.customer?.phone === phone || hasMark(ctx, KIND, ctx.device, phone);

/** Key that a stored thing is counted under: the network it came from, or for a known device the phone itself. */
export const originHashOf = (ctx: Carrier & Pick<RequestContext, 'customer' | 'ipAddress'>, phone: string): string =>
  isKnown(ctx, phone) ? keyedHash(ctx.secret, `known:${phone}`) : ipHashOf(ctx);

/** The cookie's new value once the device has proved the phone. */
export const withKnown = (ctx: Carrier, phone: string): string => withMark(ctx, KIND, ctx.device, phone);
