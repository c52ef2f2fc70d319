import { isRouteErrorResponse } from 'react-router';

export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main id="content">
      <h1>{status}</h1>
    </main>
  );
}
