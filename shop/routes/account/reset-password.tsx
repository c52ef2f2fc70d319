import type { MetaDescriptor } from 'react-router';
import { verifyLink } from '#server/customers/sign-in/password-reset.ts';
import { contextOf } from '~/context.ts';
import { NewPassword } from '~/features/account/password/new-password.tsx';
import { ResetInvalid, SignInFirst } from '~/features/account/password/reset-states.tsx';
import { privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/reset-password.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
/** The link is a secret: it must not travel on in the address of where one came from. */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'no-referrer' });

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const link = await verifyLink(ctx, token.slice(0, 100));
  const head = headOf(ctx.store, { title: 'בחירת סיסמה חדשה', path: '/reset-password', noindex: true });
  return { token, link, head, signedIn: ctx.customer !== null };
}

export const action = sameAgain;

export default function ResetPasswordPage({ loaderData: { token, link, signedIn } }: Route.ComponentProps) {
  if (!link.valid) return <ResetInvalid />;
  if (link.sign_in_first) return <SignInFirst token={token} signedIn={signedIn} />;
  return <NewPassword token={token} email={link.email ?? ''} signedIn={signedIn} />;
}
