// Every button of every screen, pressed twice at once by pointer or Enter: nothing is sent twice, and a page is left.
import { browserTests } from './_playwright.ts';

await browserTests(['double-press.spec.ts', '--project=phone'], { DOUBLE_PRESS_SCREENS: 'all' });
