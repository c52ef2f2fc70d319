import type { RequestContext } from '../../../context.ts';
import { hasMark, hiddenCookie, withMark } from '../../../identity/device-marks.ts';
import { type Linked, linkName, PAPERS_COOKIE } from '../../order-secret.ts';

/**
 * An order's link is read by whoever sees the SMS, and sends papers; identity papers are opened and removed by nobody
 * but the signed-in owner, a browser that has proved the order's phone by a code, and, one by one, the browser that has
 * sent them. The latter two carry marks for half an hour. Another contact of the order, which ends its links, ends them
 * too.
 */
const KIND = { name: 'papers', seconds: 30 * 60, most: 20 };

type Owned = Linked & { customerUid: string | null };

export const opensPaper = (ctx: RequestContext, order: Owned, paperUid: string): boolean =>
  (ctx.customer !== null && ctx.customer.uuid === order.customerUid) ||
  [linkName(order), sentPaper(order, paperUid)].some((subject) => hasMark(ctx, KIND, ctx.papers, subject));

const sentPaper = (order: Linked, paperUid: string): string => `${linkName(order)}/${paperUid}`;

/** What the browser carries once it has proved the order's phone. */
export const withProvedOrder = (ctx: RequestContext, order: Linked): string =>
  withMark(ctx, KIND, ctx.papers, linkName(order));

/** What the browser carries once it has sent a paper. */
export const withSentPaper = (ctx: RequestContext, order: Linked, paperUid: string): string =>
  withMark(ctx, KIND, ctx.papers, sentPaper(order, paperUid));

/** `Set-Cookie` of what the browser carries. */
export const papersCookie = (ctx: RequestContext, value: string): string =>
  hiddenCookie(ctx, { name: PAPERS_COOKIE, value, seconds: KIND.seconds });
