import { createContext, type RouterContextProvider } from 'react-router';
import type { RequestContext } from '#server/context.ts';

type PageContext = {
  ctx: RequestContext | null;
  nonce: string;
  /** Where the stores are listed, in demo mode. */
  list: string | null;
};

/** The request's context for loaders; set by `server/http/pages/pages.ts`. */
export const pageContext = createContext<PageContext>({ ctx: null, nonce: '', list: null });

/** The context of a page that needs a store. `root.tsx` has already answered 404 without one. */
export function contextOf(context: Readonly<RouterContextProvider>): RequestContext {
  const { ctx, list } = context.get(pageContext);
  if (!ctx) throw new Response(list, { status: 404, statusText: 'STORE_NOT_FOUND' });
  return ctx;
}
