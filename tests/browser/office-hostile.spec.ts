import type { Page } from '@playwright/test';
import routes from '../../office/routes.ts';
import { atRest, expect, LONG, test } from '../support/browser.ts';
import { layoutFaults } from '../support/layout.ts';
import { addressOf, drawnRoutes } from '../support/office-addresses.ts';
import { type Life, liveOnce, officeUrl, signInToOffice } from '../support/office-life.ts';
import { type Site, startSite } from '../support/site.ts';

// What shoppers and colleagues write may be anything: on every screen of the office it stays text, keeps to its place,
// and turns no words around it.

test.use({ allowedConsole: [/status of (404|400)/] });

const SCRIPT = `<img src=x onerror=hit(1)>"'><svg onload=hit(2)></script><script>hit(3)</script>`;
/** Right-to-left and left-to-right override, embedding and isolate, none of them closed. */
const TURNING = '\u202eabc\u202d\u202bדגם\u2067xyz';
const LONG_WORD = 'מ'.repeat(300);
const EMOJI = '👩‍👩‍👧‍👦🏍️';

const words = {
  // The shop takes letters alone for these two: the longest that it does.
  firstName: 'ש'.repeat(60),
  lastName: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'.slice(0, 60),
  name: `${TURNING}<img src=x onerror=hit(4)>${'ל'.repeat(40)}`.slice(0, 80),
  message: `${SCRIPT} ${TURNING} ${EMOJI} ${LONG_WORD}`,
  remarks: `${SCRIPT} ${TURNING} ${EMOJI} ${LONG_WORD}`.slice(0, 500),
  city: `${TURNING}${'ע'.repeat(40)}`,
  note: `${TURNING} ${SCRIPT} ${EMOJI} ${LONG_WORD}`.slice(0, 300),
  product: `${TURNING}<img src=x onerror=hit(5)>${EMOJI}${'פ'.repeat(120)}`,
};

/** Of this file's own: nobody else's tests are to be read through such words. */
let site: Site;
let life: Life;
test.beforeAll(async () => {
  site = await startSite();
  life = await liveOnce(site, words);
});
test.afterAll(() => site.stop());

/** Screens that show some of these words, besides those on which nobody's words stand. */
const SHOWN = ['orders', 'orders/:order', 'leads', 'leads/:lead', 'bookings', 'customers', 'customers/:customer'];
const MORE = ['guests/:order', 'orders/:order/edit', 'orders/:order/picking', 'orders/:order/handover'];
const ABOUT = ['stock', 'stock/:variant', 'products', 'products/:product', 'drafts', 'drafts/:draft', 'approvals'];
const VOICES = ['reviews', 'reviews/:review', 'questions/:question', 'trade-ins', 'trade-ins/:tradeIn'];
const LOGS = ['', 'changes', 'changes/:change', 'documents', 'documents/:document', 'messages', 'messages/:message'];

/** The words are there to be seen, as they were typed. */
const SEEN: Record<string, string[]> = {
  'orders/:order': [words.firstName, '<img src=x onerror=hit(5)>', '<script>hit(3)</script>', EMOJI],
  'leads/:lead': [LONG_WORD],
  bookings: ['<img src=x onerror=hit(4)>'],
};

test('every screen is in one of the tests here, or shows nothing that others wrote', () => {
  const without = ['sign-in', 'join', 'account', 'components', 'jobs', 'health', 'backups', 'keys', '*'];
  const own = drawnRoutes(routes).filter((route) =>
    /^(staff|roles|import|promotions|content|categories|parts|settings|stores|orders\/new|products\/new|products\/templates|products\/bulk|products\/:product\/configurator)/.test(
      route,
    ),
  );
  const all = [...SHOWN, ...MORE, ...ABOUT, ...VOICES, ...LOGS, ...without, ...own];
  expect(all.sort()).toEqual(drawnRoutes(routes).sort());
});

/**
 * Turning characters reach as far as their block, or the nearest box that isolates: `bdi`, `dir=auto`. Where other
 * words stand in the same block, they would be turned too.
 */
function turned(): string[] {
  const found: string[] = [];
  const isolates = (element: Element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent ?? '';
    let box = node.parentElement;
    if (!box || !/[\u202a-\u202e\u2066-\u2069]/.test(text) || box.closest('script, style, option, title')) continue;
    if (!box.checkVisibility()) continue;
    // Closed ones, as our own texts have them, reach no further than they should.
    if (/^[^\u202a-\u202e\u2067\u2068]*$/.test(text) && /\u2069/.test(text)) continue;
    while (isInline(box) && !isolates(box) && box.parentElement) box = box.parentElement;
    if (box.textContent?.trim() !== text.trim()) found.push(box.outerHTML.slice(0, 300));
  }
  return found;
}

for (const [name, group] of Object.entries({ SHOWN, MORE, ABOUT, VOICES, LOGS })) {
  const further = name === 'SHOWN' ? {} : LONG;
  test(`hostile words stay text and keep to their place: ${name.toLowerCase()}`, further, async ({ page }) => {
    const ran = await trapped(page);
    await signInToOffice(site, page);
    const found: string[] = [];
    for (const route of group) {
      await page.goto(officeUrl(site, addressOf(route, life)));
      await atRest(page);
      for (const text of SEEN[route] ?? []) await expect(page.getByRole('main')).toContainText(text);
      found.push(...(await page.evaluate(turned)).map((box) => `/${route}: turned: ${box}`));
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        // Words of 300 letters have to be broken somewhere.
        const faults = (await layoutFaults(page)).filter((fault) => !fault.startsWith('breaks'));
        found.push(...faults.map((fault) => `/${route}, ${width} px: ${fault}`));
      }
      const made = await page.locator('img[src="x"], svg[onload], [onerror]').count();
      if (made > 0) found.push(`/${route}: ${made} elements of the words`);
    }
    expect(ran, 'scripts that ran').toEqual([]);
    expect(found.join('\n')).toBe('');
  });
}

async function trapped(page: Page): Promise<string[]> {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('hit', (number: number) => ran.push(`script ${number}`));
  return ran;
}
