import type { MetaDescriptor } from 'react-router';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInPage } from '~/features/account/sign-in/sign-in-page.tsx';
import { signInData } from '~/sign-in-page.server.ts';
import type { Route } from './+types/login.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export const loader = ({ context, request }: Route.LoaderArgs) =>
  signInData(contextOf(context), request, { title: 'התחברות', path: '/login' });

export const action = sameAgain;

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <SignInPage mode="login" {...loaderData} />
      <p className="page pt-6 pb-16 text-center max-lg:-mt-8 max-lg:pt-0">
        <Link to="/order" className="inline-flex min-h-11 items-center px-3 text-ink-2 underline hover:text-ink">
          הזמנתם בלי להירשם? איפה ההזמנה שלי
        </Link>
      </p>
    </>
  );
}
