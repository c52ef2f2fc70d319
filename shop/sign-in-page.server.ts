import { redirect } from 'react-router';
import { returnPath } from '#domain/text/return-path.ts';
import { getHomePage } from '#server/content/home.ts';
import type { RequestContext } from '#server/context.ts';
import { privateHeaders } from '~/features/account/private-page.ts';
import type { SignInData } from '~/features/account/sign-in/sign-in-page.tsx';
import type { SocialWays } from '~/features/account/sign-in/social.ts';
import { headOf } from '~/features/seo/head.ts';

/** Which of Google and Facebook the store has a client id of. */
export const socialWays = ({ store }: RequestContext): SocialWays =>
  (['google', 'facebook'] as const).filter((name) => store.settings.social?.[name]);

/** What the pages of the way in show. Who is signed in already goes on, but for a password, which they may have none of yet. */
export async function signInData(
  ctx: RequestContext,
  request: Request,
  page: { title: string; path: '/login' | '/signup' | '/forgot-password' },
): Promise<SignInData & { head: ReturnType<typeof headOf> }> {
  const to = returnPath(new URL(request.url).searchParams.get('to'));
  if (ctx.customer && page.path !== '/forgot-password') throw redirect(to, { headers: privateHeaders() });
  const { hero } = await getHomePage(ctx);
  return {
    to,
    demo: ctx.env.MODE === 'demo',
    ways: socialWays(ctx),
    image: hero.find((slide) => slide.product?.image)?.product?.image ?? null,
    head: headOf(ctx.store, { ...page, noindex: true }),
  };
}
