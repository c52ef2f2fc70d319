import { redirect } from 'react-router';
import { pageAddress, signInPath } from '#domain/text/return-path.ts';
import type { RequestContext, SignedIn } from '#server/context.ts';

/** Headers of every personal page: no cache and no search engine keeps it. */
export const privateHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** The signed-in customer; others are redirected to the sign-in, which returns here. */
export function signedInOrLogin(ctx: RequestContext, request: Request): SignedIn {
  if (ctx.customer) return ctx.customer;
  throw redirect(signInPath(pageAddress(request)), { headers: privateHeaders() });
}

/** Reply to a form sent before scripts ran: the page again, where scripts handle it. */
export function sameAgain({ request }: { request: Request }): Response {
  return redirect(pageAddress(request), { status: 303, headers: privateHeaders() });
}
