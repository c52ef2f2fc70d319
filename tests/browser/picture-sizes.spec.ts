import { ALL_LOOKS, expect, test } from '../support/browser.ts';
import { visitorOf } from '../support/screens.ts';

/** Width, height, and how many dots the screen has to a pixel. */
const SCREENS: Record<string, [number, number, number][]> = {
  phone: [[390, 844, 2], ...(ALL_LOOKS ? [[412, 823, 1.75] as [number, number, number]] : []), [820, 1180, 2]],
  desktop: [
    [1280, 800, 1],
    [1680, 1000, 1],
  ],
};

test('a picture is asked for as wide as it is shown', async ({ browser, site }, info) => {
  const wrong: string[] = [];
  for (const store of ALL_LOOKS ? ['raam', 'noam'] : ['raam']) {
    const { product, category } = await visitorOf(site, store);
    for (const [width, height, deviceScaleFactor] of SCREENS[info.project.name] ?? []) {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor });
      // Only which one is asked for matters here, and making them all at every width takes long.
      await context.route('**/media/*.*/*', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
      const page = await context.newPage();
      for (const path of ['/', `/category/${category}`, `/product/${product.slug.name}`, '/blog']) {
        await page.goto(site.origin(store) + path);
        const found = await page.evaluate(sizesOfPictures);
        expect(found.length).toBeGreaterThan(2);
        wrong.push(...found.filter(({ good }) => !good).map(({ text }) => `${store}${path} at ${width}: ${text}`));
      }
      await context.close();
    }
  }
  expect(wrong.join('\n')).toBe('');
});

/**
 * In the page: every picture that is laid out, as it is shown (in dots of the screen) against what is asked for: never
 * less, and by no more than one of the widths that there are too much.
 */
async function sizesOfPictures(): Promise<{ text: string; good: boolean }[]> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[srcset]')].filter((img) => img.clientWidth > 0);
  for (const img of pictures) img.loading = 'eager';
  await Promise.all(pictures.map((img) => img.decode().catch(() => {})));
  return pictures.map((img) => {
    const style = getComputedStyle(img);
    const inner = (size: number, ...paddings: string[]) =>
      paddings.reduce((rest, one) => rest - Number.parseFloat(one), size);
    const wide = inner(img.clientWidth, style.paddingInlineStart, style.paddingInlineEnd);
    const high = inner(img.clientHeight, style.paddingBlockStart, style.paddingBlockEnd);
    const ratio = Number(img.getAttribute('width')) / Number(img.getAttribute('height'));
    const fitted = style.objectFit === 'contain' ? Math.min : Math.max;
    const shown = Math.round(fitted(wide, high * ratio) * devicePixelRatio);
    const steps = img.srcset.split(',').map((one) => Number.parseInt(one.trim().split(' ')[1] ?? '', 10));
    const asked = Number(img.currentSrc.split('/').at(-1));
    // A twentieth less can't be seen.
    const fitting = steps.findIndex((step) => step >= shown * 0.95);
    const more = steps.indexOf(asked) - (fitting < 0 ? steps.length - 1 : fitting);
    const text = `shown ${shown}, asked for ${asked} of ${steps}: sizes="${img.sizes}" ${img.currentSrc.split('/').at(-2)}`;
    // What is there already in a larger size is not asked for again.
    const there = pictures.some((other) => other !== img && other.currentSrc === img.currentSrc);
    return { text, good: more === 0 || more === 1 || (more > 1 && there) };
  });
}
