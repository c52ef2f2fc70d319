import earlyPresses from './early-presses.js?raw';
import pageNotice from './page-notice.js?raw';
import startScripts from './start-scripts.js?raw';

/**
 * What runs in a page before anything else, without what only we read. The server puts it in; the browser's bundle goes
 * without.
 */
export const inlineScripts: string = import.meta.env.SSR
  ? `${pageNotice}${startScripts}${earlyPresses}`
      .replace(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm, '')
      .replace(/\n\s*/g, '\n')
  : '';
