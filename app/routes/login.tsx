import { type MetaDescriptor, redirect } from 'react-router';
import { returnPath } from '#domain/return-path.ts';
import { getHomePage } from '#server/areas/stores/home.ts';
import { contextOf } from '~/context.ts';
import { privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInPage } from '~/features/account/sign-in-page.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/login.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const to = returnPath(new URL(request.url).searchParams.get('to'));
  if (ctx.customer) throw redirect(to, { headers: privateHeaders() });
  const { hero } = await getHomePage(ctx);
  return {
    to,
    demo: ctx.env.MODE === 'demo',
    image: hero.find((slide) => slide.product?.image)?.product?.image ?? null,
    head: headOf(ctx.store, { title: 'התחברות', path: '/login', noindex: true }),
  };
}

export const action = sameAgain;

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  return <SignInPage mode="login" {...loaderData} />;
}
