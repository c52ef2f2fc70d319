import { redirect } from 'react-router';
import { signInPath } from '#domain/text/return-path.ts';
import type { RequestContext, SignedIn } from '#server/context.ts';

/** Headers of every personal page: no cache and no search engine keeps it. */
export const privateHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** The page's own URL: client navigation requests its data (`/page.data?_routes=…`). */
function addressOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('_routes');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  return `${pathname.replace(/(?:\/_root|\/_)?\.data$/, '') || '/'}${query}`;
}

/** The signed-in customer; others are redirected to the sign-in, which returns here. */
export function signedInOrLogin(ctx: RequestContext, request: Request): SignedIn {
  if (ctx.customer) return ctx.customer;
  throw redirect(signInPath(addressOf(request)), { headers: privateHeaders() });
}

/** Reply to a form sent before scripts ran: the page again, where scripts handle it. */
export function sameAgain({ request }: { request: Request }): Response {
  return redirect(addressOf(request), { status: 303, headers: privateHeaders() });
}
