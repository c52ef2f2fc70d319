import { lazyPart } from '#ui/lazy-part.tsx';

/** The server shows it; its code comes after the page's own. */
export const CompareButton = lazyPart(() => import('./compare-button.tsx'));
