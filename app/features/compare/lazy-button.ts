import { lazy } from 'react';

/** The server shows it; its code comes after the page's own. */
export const CompareButton = lazy(() => import('./compare-button.tsx'));
