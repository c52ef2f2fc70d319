import { alive, expect, test } from '../support/browser.ts';
import { structuredFaults } from '../support/structured-data.ts';

type Node = Record<string, unknown>;

/** All objects within, by their kinds. */
const kindsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...('@type' in value ? [value['@type']].flat().map(String) : []),
        ...Object.values(value).flatMap((one) => kindsOf(one)),
      ];

test('who reads for an assistant goes from llms.txt to a vehicle, and a browser finds the same in the page, its data and the feed', async ({
  page,
  site,
}, { project }) => {
  const store = project.name === 'phone' ? 'raam' : 'noam';
  const origin = site.origin(store);
  // A page that may ask for others; a file may not.
  await page.goto(`${origin}/page/terms`);
  /** As a program on the same site gets it. The links name the store's public address. */
  const read = (path: string, accept = '*/*') =>
    page.evaluate(
      async ([path, accept]) => {
        const reply = await fetch(path ?? '', { headers: { accept: accept ?? '' } });
        return { type: reply.headers.get('content-type'), text: await reply.text() };
      },
      [path, accept],
    );
  const firstLink = (text: string, part: string) => {
    const [, address = ''] = new RegExp(`\\]\\((\\S+/${part}/\\S+\\.md)\\)`).exec(text) ?? [];
    return new URL(address).pathname;
  };
  const { text: start } = await read('/llms.txt');
  const category = await read(firstLink(start, 'category'));
  expect(category.type).toMatch(/^text\/markdown/);
  const address = firstLink(category.text, 'product');
  const vehicle = await read(address);
  expect(vehicle.type).toMatch(/^text\/markdown/);
  const path = address.replace(/\.md$/, '');
  // The page's own address gives the same to who asks for it.
  expect(await read(path, 'text/markdown')).toEqual(vehicle);

  await page.goto(origin + path);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveCount(1);
  await alive(page.getByRole('contentinfo').getByRole('link').first());
  // The title keeps its number with a no-break space.
  expect(vehicle.text).toContain(`# ${(await heading.innerText()).replace(/\s/g, ' ')}\n`);
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data = texts.flatMap((text): Node[] => [JSON.parse(text)].flat());
  expect(structuredFaults(path, data)).toEqual([]);
  const kinds = kindsOf(data);
  for (const kind of ['Product', 'Offer', 'MerchantReturnPolicy', 'FAQPage'])
    expect(kinds, texts.join('\n')).toContain(kind);
  // What is sent to the door says what that costs; a motorbike is fetched at a branch.
  const sent = store === 'raam' ? (await read('/product/kipod-atlas-full', 'text/html')).text : texts.join();
  expect(sent).toContain('"OfferShippingDetails"');

  const sku = /"sku":"([^"]+)"/.exec(texts.join())?.[1] ?? '';
  const feed = await page.evaluate(async () => {
    const found = new DOMParser().parseFromString(await (await fetch('/products.xml')).text(), 'application/xml');
    return {
      broken: found.querySelector('parsererror')?.textContent ?? '',
      ids: [...found.getElementsByTagNameNS('http://base.google.com/ns/1.0', 'id')].map(
        ({ textContent }) => textContent,
      ),
    };
  });
  expect(feed.broken).toBe('');
  expect(feed.ids).toContain(sku);
});
