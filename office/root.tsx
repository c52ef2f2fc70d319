import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useHref,
  useNavigate,
  useRouteLoaderData,
} from 'react-router';
import { keepLostForms } from '#ui/lost-submission.ts';
import { Toasts } from '#ui/toasts.tsx';
import type { Route } from './+types/root.ts';
import { pageContext } from './context.ts';
import { preferencesOf, type Theme } from './preferences.ts';
import { ErrorView } from './shell/error-view.tsx';
import styles from './styles/office.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: Route.MetaFunction = () => [{ title: 'המשרד' }];

export const loader = ({ context, request }: Route.LoaderArgs): { nonce: string; theme: Theme } => ({
  nonce: context.get(pageContext).nonce,
  theme: preferencesOf(request).theme,
});

export const clientMiddleware = [keepLostForms];

/** The nonce is the document's own, and a theme that is chosen is put on the document at once. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="he" dir="rtl" data-theme={data?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* React Aria's style element bears it. */}
        <meta property="csp-nonce" nonce={data?.nonce} />
        <Meta />
        <Links nonce={data?.nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={data?.nonce} />
        <Scripts nonce={data?.nonce} />
      </body>
    </html>
  );
}

/** React Aria takes its words, its calendars and the direction of its arrow keys from the locale. */
function Providers({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <I18nProvider locale="he-IL">
      <RouterProvider navigate={(to) => navigate(to)} useHref={useHref}>
        <Toasts>{children}</Toasts>
      </RouterProvider>
    </I18nProvider>
  );
}

export default function Root() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const refusal = isRouteErrorResponse(error) ? error : null;
  return (
    <Providers>
      <ErrorView status={refusal?.status ?? 500} code={refusal?.data?.code} message={refusal?.data?.message} />
    </Providers>
  );
}
