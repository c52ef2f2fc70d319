import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { LayoutCache, StorePublic } from '#contract/stores.ts';
import { themeOf } from '#domain/catalogue/theme.ts';
import { choiceAttributes } from '#domain/catalogue/theme-choices.ts';
import type { Preview } from '#server/context.ts';
import { getLayout } from '#server/stores/layout.ts';
import { toPublic } from '#server/stores/stores.ts';
import { Alive, lazyPart } from '#ui/lazy-part.tsx';
import { keepLostForms } from '#ui/lost-submission.ts';
import { mediaUrl } from '#ui/picture.tsx';
import type { Route } from './+types/root.ts';
import { contextOf, pageContext } from './context.ts';
import { faceFiles } from './face-files.server.ts';
import { ErrorPage } from './features/shell/error-page.tsx';
import { Shell } from './features/shell/shell.tsx';
import { inlineScripts } from './inline/inline-scripts.ts';
import styles from './styles/app.css?url';

const PreviewBar = lazyPart(() => import('./features/shell/preview-bar.tsx'));

/** Without the names of all brands, which no page draws. */
export type PageLayout = Omit<LayoutCache, 'main_footer'> & { main_footer: Pick<LayoutCache['main_footer'], 'menus'> };

export type RootData = {
  store: StorePublic;
  layout: PageLayout;
  theme: Record<string, string>;
  /** What else the store has chosen of its looks (`theme-choices.ts`), as attributes of the page. */
  look: Record<string, string>;
  /** Font files of its text and headings. */
  face: string[];
  hasDomain: boolean;
  /** Of the store's tag manager, which is loaded only after the visitor's consent. */
  tagManagerId: string | null;
  nonce: string;
  preview: Preview | null;
};

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const ctx = contextOf(context);
  const { nonce } = context.get(pageContext);
  const layout = await getLayout(ctx);
  return {
    store: toPublic(ctx.store),
    layout: { ...layout, main_footer: { menus: layout.main_footer.menus } },
    theme: themeOf(ctx.store.theme),
    look: choiceAttributes(ctx.store.theme),
    face: faceFiles(ctx.store.theme, new URL(request.url).pathname === '/'),
    hasDomain: ctx.store.publicDomain !== null,
    tagManagerId: ctx.store.tagManagerId,
    nonce,
    preview: ctx.preview ?? null,
  };
}

export const clientMiddleware = [keepLostForms];

/** The layout of a store doesn't change from page to page. */
export const shouldRevalidate = () => false;

/** Here, and not beside `themeOf`, which only the server has to know. */
const themeCss = (theme: Record<string, string>): string =>
  `:root{${Object.entries(theme)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  return (
    // `start-scripts.js` keeps a mark on it.
    <html lang="he" dir="rtl" {...data?.look} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={data?.theme['--dark']} />
        {/* With a precedence React writes it before fonts and structured data; nothing is painted without it. */}
        <link rel="stylesheet" href={styles} precedence="app" />
        {data?.store.favicon_url && <link rel="icon" href={mediaUrl(data.store.favicon_url)} />}
        <Meta />
        <Links nonce={data?.nonce} />
        {data?.face.map((href) => (
          <link key={href} rel="preload" as="font" href={href} crossOrigin="anonymous" />
        ))}
        {data && (
          <script
            nonce={data.nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file; only the server has to know it
            dangerouslySetInnerHTML={{ __html: inlineScripts }}
          />
        )}
        {data && (
          <style nonce={data.nonce} suppressHydrationWarning>
            {themeCss(data.theme)}
          </style>
        )}
      </head>
      <body>
        {children}
        {/* Shown first; in the page's sequence the link to the content is. */}
        {data?.preview && <PreviewBar preview={data.preview} />}
        <ScrollRestoration nonce={data?.nonce} />
        <PageScripts nonce={data?.nonce} />
      </body>
    </html>
  );
}

/** The next rendering takes them out of the page: in a quiet moment, and not with the answer to the first press. */
function PageScripts({ nonce }: { nonce: string | undefined }) {
  const [, setRun] = useState(false);
  useEffect(() => {
    (window.requestIdleCallback ?? setTimeout)(() => startTransition(() => setRun(true)));
  }, []);
  return <Scripts nonce={nonce} />;
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
      <Alive />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
