import { isRouteErrorResponse, Outlet, useOutletContext } from 'react-router';
import type { Route } from './+types/pages.ts';
import { ErrorView } from './error-view.tsx';

/** A page that can't be shown leaves the menu and the head where they are. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const refusal = isRouteErrorResponse(error) ? error : null;
  return <ErrorView status={refusal?.status ?? 500} code={refusal?.data?.code} message={refusal?.data?.message} />;
}

export default function Pages() {
  return <Outlet context={useOutletContext()} />;
}
