import earlyPresses from './early-presses.js?raw';
import startScripts from './start-scripts.js?raw';

/** What runs in a page before anything else, without what only we read. The server puts it in; the browser's bundle goes without. */
export const inlineScripts: string = import.meta.env.SSR
  ? `${startScripts}${earlyPresses}`.replace(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm, '').replace(/\n\s*/g, '\n')
  : '';
