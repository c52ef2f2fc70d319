const HERE = 'http://here.invalid';

/**
 * Where to go after signing in: a path of this site, or `/personal-area`. Never another site, however it is written
 * (`//evil`, `/\evil`, `/%09/evil`, `javascript:`), nor the sign-in itself.
 */
export function returnPath(to: string | null): string {
  const fallback = '/personal-area';
  if (!to?.startsWith('/') || to.length > 2_000) return fallback;
  try {
    const url = new URL(to, HERE);
    // A path that itself begins with two slashes would be read as a host by its next reader.
    if (url.origin !== HERE || /^[\\/]{2}/.test(url.pathname) || /^\/(login|signup)(\/|$)/.test(url.pathname))
      return fallback;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return fallback;
  }
}

/**
 * A page's own path and query, also where React Router asks for its data: `/page.data?_routes=…`, of the home page
 * `/_.data`.
 */
export function pageAddress({ url }: { url: string }): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('_routes');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  return `${pathname.replace(/(?:\/_root|\/_)?\.data$/, '') || '/'}${query}`;
}

/** `/login?to=…`, from the current page. */
export const signInPath = (from: string, page: '/login' | '/signup' = '/login'): string =>
  from === '/personal-area' ? page : `${page}?to=${encodeURIComponent(from)}`;
