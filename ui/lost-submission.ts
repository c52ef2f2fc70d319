import { useEffect } from 'react';
import { type DataStrategyResult, data, type MiddlewareFunction, useLocation, useMatches } from 'react-router';

/**
 * Event of the window: no answer came to a form that was sent, or (`detail`) to reading the shown page anew, which
 * stands as it was. `Toasts` tells it.
 */
export const LOST_SUBMISSION = 'lost-submission';

/** Event of the window: what was sent by a form was answered, or no answer will come. Before React shows it. */
export const SUBMISSION_OVER = 'submission-over';

export const NO_ANSWER = 'אין חיבור לשרת. בדקו את החיבור לאינטרנט ונסו שוב';

/** The page that stands on the screen: what its loaders have given, by route. */
let shownPage: { path: string; data: Map<string, unknown> } | undefined;

/** For what stands around the pages of an app, so that `keepLostForms` can leave the page as it is. */
export function useShownPage(): void {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    const read = matches.filter(({ loaderData }) => loaderData !== undefined);
    shownPage = { path: pathname + search, data: new Map(read.map(({ id, loaderData }) => [id, loaderData])) };
  }, [pathname, search, matches]);
}

/**
 * Middleware of both apps in the browser: a form that the network or a dead process loses leaves the page as it is,
 * with all that was typed, and so does a page that is read anew where it stands (after an upload, say). Without it
 * React Router puts the error page in its place. With a status above 400 no loader is asked anew.
 */
export const keepLostForms: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const isRead = request.method === 'GET';
  const { pathname, search } = new URL(request.url);
  const results = await next().finally(() => isRead || window.dispatchEvent(new Event(SUBMISSION_OVER)));
  const shownData = shownPage?.path === pathname + search ? shownPage.data : undefined;
  for (const [route, result] of Object.entries(results)) {
    if (result.type !== 'error' || !isNoAnswer(result.result) || (isRead && !shownData?.has(route))) continue;
    Object.assign(result, { type: 'data', result: isRead ? shownData?.get(route) : data(undefined, { status: 503 }) });
    window.dispatchEvent(new CustomEvent(LOST_SUBMISSION, { detail: isRead }));
  }
  return results;
};

/**
 * What `fetch` throws where no answer came (Fetch Standard); React Router hands on what an action throws as it hands on
 * its data. Or what is said in place of a process that is gone, or by one that can't reach its database. That a store
 * has closed is an answer.
 */
function isNoAnswer(thrown: unknown): boolean {
  const { status = 0, data } = Object(thrown) as { status?: number; data?: unknown };
  return status > 501 ? !/STORE_CLOSED/.test(String(data)) : (data ?? thrown) instanceof TypeError;
}
