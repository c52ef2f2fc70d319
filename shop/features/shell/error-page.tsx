import { useRouteLoaderData } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { RootData } from '~/root.tsx';
import { Shell } from './shell.tsx';

/** Not needed by a first visit; `OnlineNotice` prefetches it, since it can't load without a connection. */
const ErrorState = lazyPart(() => import('./error-state.tsx'));

/** 404, 500 and other errors, inside the store's shell when there is a store. */
export function ErrorPage({ error }: { error: unknown }) {
  const data = useRouteLoaderData<RootData>('root');
  const state = <ErrorState error={error} />;
  if (!data) return <main id="content">{state}</main>;
  return <Shell failed>{state}</Shell>;
}
