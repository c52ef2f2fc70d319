import { createContext, type RouterContextProvider } from 'react-router';
import type { OfficeContext } from '#server/context.ts';

/** The request's context for loaders and actions; set by `server/http/pages/office-pages.ts`. */
export const pageContext = createContext<{ office: OfficeContext | null; nonce: string }>({ office: null, nonce: '' });

export function officeContextOf(context: Readonly<RouterContextProvider>): OfficeContext {
  const { office } = context.get(pageContext);
  if (!office) throw new Response(null, { status: 404 });
  return office;
}
