import { redirect } from 'react-router';
import { signInPath } from '#domain/text/return-path.ts';
import type { RequestContext, SignedIn } from '#server/context.ts';

/** Of every page that belongs to a person: kept by no cache and no search engine. */
export const privateHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** The page's own address: on the way within the site, the browser asks for its data (`/page.data?_routes=…`). */
function addressOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('_routes');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  return `${pathname.replace(/(?:\/_root|\/_)?\.data$/, '') || '/'}${query}`;
}

/** Who is signed in; anybody else is sent to the sign-in, and from there back here. */
export function signedInOrLogin(ctx: RequestContext, request: Request): SignedIn {
  if (ctx.customer) return ctx.customer;
  throw redirect(signInPath(addressOf(request)), { headers: privateHeaders() });
}

/** The answer to a form that was sent before the scripts came: the page again, where they do the work. */
export function sameAgain({ request }: { request: Request }): Response {
  return redirect(addressOf(request), { status: 303, headers: privateHeaders() });
}
