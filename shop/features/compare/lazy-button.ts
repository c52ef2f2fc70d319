import { lazyPart } from '#ui/lazy-part.tsx';

/** Rendered by the server; its code loads after the page's own. */
export const CompareButton = lazyPart(() => import('./compare-button.tsx'));
