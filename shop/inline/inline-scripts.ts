import earlyPresses from './early-presses.js?raw';
import pageNotice from './page-notice.js?raw';
import startScripts from './start-scripts.js?raw';

/**
 * What runs in a page before anything else; the build minifies it (vite.config.ts). The server puts it in; the
 * browser's bundle goes without.
 */
export const inlineScripts: string = import.meta.env.SSR ? `${pageNotice}\n${startScripts}\n${earlyPresses}` : '';
