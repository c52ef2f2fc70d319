import type { MetaDescriptor } from 'react-router';
import { contextOf } from '~/context.ts';
import { privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInPage } from '~/features/account/sign-in/sign-in-page.tsx';
import { signInData } from '~/sign-in-page.server.ts';
import type { Route } from './+types/signup.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export const loader = ({ context, request }: Route.LoaderArgs) =>
  signInData(contextOf(context), request, { title: 'הרשמה', path: '/signup' });

export const action = sameAgain;

export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  return <SignInPage mode="signup" {...loaderData} />;
}
