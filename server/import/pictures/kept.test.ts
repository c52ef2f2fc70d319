import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../../tests/support/test-import.ts';

let shop: TestImport;
beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

test('what staff have said of a picture stays with it; texts of names are made anew, and another picture begins without', async () => {
  await shop.load();
  await shop.query(`update product_images i set alt = 'על רקע ים', focus_x = 30, focus_y = 70 from variants v
    where v.uuid = i.variant_uid and v.sku = 'ONE-500-RED' and i.view in ('hero', 'side')`);
  const rows = await readFile(join(shop.sample.path, 'catalogue/products.csv'), 'utf8');
  await shop.sample.put('catalogue/products.csv', rows.replace('ONE Barak 500', 'ONE Barak 501'));
  // Another picture from the side.
  await shop.sample.put(
    'pictures/one-500/red-side.png',
    await readFile(join(shop.sample.path, 'pictures/one-800/red-hero.png')),
  );
  expect((await shop.load()).errors).toEqual([]);
  expect(
    await shop.query(`select i.view, i.alt, i.focus_x from product_images i join products p on p.uuid = i.product_uid
      where p.slug = 'one-500' order by i.position`),
  ).toEqual([
    ['hero', 'על רקע ים', 30],
    ['side', 'ONE Barak 501, אדום, מבט מהצד', null],
    ['spin-01', 'ONE Barak 501, אדום, סיבוב, תמונה 1', null],
    ['hero', 'ONE Barak 501, שחור', null],
  ]);

  // Staff put the black one first, and gave the red side to all variants.
  await shop.query(`update product_images i set position = case when i.variant_uid = v.uuid then 0 else i.position + 1 end,
      variant_uid = case when i.view = 'side' then null else i.variant_uid end
    from products p, variants v where p.uuid = i.product_uid and p.slug = 'one-500' and v.sku = 'ONE-500-BLK'`);
  const another = await readFile(join(shop.sample.path, 'pictures/helmet/black-hero.png'));
  await shop.sample.put('pictures/one-500/red-front.png', another);
  await shop.sample.put('pictures/one-500/red-spin/01.png', null);
  expect((await shop.load()).errors).toEqual([]);
  const sequence = () =>
    shop.query(`select i.view, v.sku, i.alt from product_images i join products p on p.uuid = i.product_uid
      left join variants v on v.uuid = i.variant_uid where p.slug = 'one-500' order by i.position`);
  expect(await sequence()).toEqual([
    ['hero', 'ONE-500-BLK', 'ONE Barak 501, שחור'],
    ['hero', 'ONE-500-RED', 'על רקע ים'],
    ['side', null, 'ONE Barak 501, אדום, מבט מהצד'],
    ['front', 'ONE-500-RED', 'ONE Barak 501, אדום, מבט מלפנים'],
  ]);
  const again = await shop.load();
  expect(again.changes.product_images).toEqual({ inserted: 0, updated: 0, deleted: 0 });
  // The first file of the folder is replaced: it takes the place of the one before, and not the first.
  await shop.sample.put(
    'pictures/one-500/red-hero.png',
    await sharp(another).negate({ alpha: false }).png().toBuffer(),
  );
  expect((await shop.load()).errors).toEqual([]);
  expect(await sequence()).toEqual([
    ['hero', 'ONE-500-BLK', 'ONE Barak 501, שחור'],
    ['hero', 'ONE-500-RED', 'ONE Barak 501, אדום'],
    ['side', null, 'ONE Barak 501, אדום, מבט מהצד'],
    ['front', 'ONE-500-RED', 'ONE Barak 501, אדום, מבט מלפנים'],
  ]);

  // A view that staff corrected stays too, the report says so, and a file that is new at its view makes no second one.
  await shop.query(`update product_images i set view = 'top', alt = 'ONE Barak 501, אדום, מבט מלמעלה' from variants v
    where v.uuid = i.variant_uid and v.sku = 'ONE-500-RED' and i.view = 'front'`);
  await shop.sample.put(
    'pictures/one-500/red-top.png',
    await sharp(another).extend({ top: 8, background: '#123456' }).png().toBuffer(),
  );
  const report = await shop.load();
  expect(report.notes).toContainEqual(
    expect.objectContaining({ value: 'pictures/one-500/red-front.png', reason: expect.stringContaining('(top)') }),
  );
  const views = async () => ((await sequence()) as unknown[][]).map(([view, , alt]) => [view, alt]);
  const settled = [
    ['hero', 'ONE Barak 501, שחור'],
    ['hero', 'ONE Barak 501, אדום'],
    ['side', 'ONE Barak 501, אדום, מבט מהצד'],
    ['top', 'ONE Barak 501, אדום, מבט מלמעלה'],
    ['detail-1', 'ONE Barak 501, אדום, תקריב 1'],
  ];
  expect(await views()).toEqual(settled);
  expect((await shop.load()).changes.product_images).toEqual({ inserted: 0, updated: 0, deleted: 0 });
});
