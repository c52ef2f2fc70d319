import { redirect } from 'react-router';
import { signInPath } from '#domain/return-path.ts';
import type { RequestContext, SignedIn } from '#server/context.ts';

/** Of every page that belongs to a person: kept by no cache and no search engine. */
export const privateHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** Who is signed in; anybody else is sent to the sign-in, and from there back here. */
export function signedInOrLogin(ctx: RequestContext, request: Request): SignedIn {
  if (ctx.customer) return ctx.customer;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInPath(`${pathname}${search}`), { headers: privateHeaders() });
}

/** The answer to a form that was sent before the scripts came: the page again, where they do the work. */
export function sameAgain({ request }: { request: Request }): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, { status: 303, headers: privateHeaders() });
}
