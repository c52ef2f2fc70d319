import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router';

/** Event of the window: a form was sent and no answer came. `Toasts` tells it. */
export const LOST_SUBMISSION = 'lost-submission';

export const NO_ANSWER = 'אין חיבור לשרת. בדקו את החיבור לאינטרנט ונסו שוב';

/**
 * Middleware of both apps in the browser: a form that the network loses leaves the page as it is, with all that was typed. Without it
 * React Router puts the error page in its place. With a status above 400 no loader is asked anew.
 */
export const keepLostForms: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next();
  if (request.method === 'GET') return results;
  for (const result of Object.values(results)) {
    if (result.type !== 'error' || !isNoAnswer(result.result)) continue;
    Object.assign(result, { type: 'data', result: data(undefined, { status: 503 }) });
    window.dispatchEvent(new Event(LOST_SUBMISSION));
  }
  return results;
};

/** What `fetch` throws where no answer came (Fetch Standard); React Router hands on what an action throws as it hands on its data. */
const isNoAnswer = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (thrown as { data?: unknown } | null)?.data instanceof TypeError;
