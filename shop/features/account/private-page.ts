import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageAddress, signInPath } from '#domain/text/return-path.ts';
import type { RequestContext, SignedIn } from '#server/context.ts';
import { contextOf } from '~/context.ts';

/** Headers of every personal page: no cache and no search engine keeps it. */
export const privateHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

type Personal = RequestContext & { customer: SignedIn };

/** The context of a signed-in customer; others are redirected to the sign-in, which returns here. */
export function personalContext({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>): Personal {
  const ctx = contextOf(context);
  if (ctx.customer) return ctx as Personal;
  throw redirect(signInPath(pageAddress(request)), { headers: privateHeaders() });
}

/** Reply to a form sent before scripts ran: the page again, where scripts handle it. */
export function sameAgain({ request }: { request: Request }): Response {
  return redirect(pageAddress(request), { status: 303, headers: privateHeaders() });
}
