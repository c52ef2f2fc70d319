import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, LONG, test } from '../support/browser.ts';

// Goods of the demo that lie at branches (demo/catalogue/branch-stock.csv).
const GOODS = [
  {
    store: 'ruach',
    slug: 'ruach-clip-125',
    here: 'RH-C125-TEA',
    branch: 'אופק חיפה',
    other: 'אופק ירושלים',
    found: 'נמצא',
  },
  {
    store: 'ofek',
    slug: 'kipod-corsa-full',
    here: 'KP-1008-BU-XL',
    branch: 'אופק ראשון לציון',
    other: 'אופק אילת',
    found: 'זמין לאיסוף',
  },
];

for (const { store, slug, here, branch, other, found } of GOODS)
  test(
    `a page in ${store} says at which branches the chosen one is, and follows a sale of the last there`,
    store === 'ofek' ? {} : LONG,
    async ({ page, site }) => {
      await page.goto(`http://${store}.localhost:${site.port}/product/${slug}?variant=${here}`);
      const cardOf = (name: string) => page.locator('#visit li').filter({ has: page.getByRole('heading', { name }) });
      await expect(page.getByText(new RegExp(`^${found} בסני(ף|פים) .*${branch}`))).toBeVisible();
      await expect(page.locator('.product-buy')).toContainText(/ימי עסקים/);
      await cardOf(branch).scrollIntoViewIfNeeded();
      await expect(cardOf(branch)).toContainText(`${found} בסניף`);
      await expect(cardOf(other)).toContainText('בהזמנה לסניף');
      await expectAccessible(page);
      const db = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
      const { rows } = await db.query<{ pieces: number }>(
        `update branch_stock b set pieces = 0 from (select s.* from branch_stock s join variants v on v.uuid = s.variant_uid join branches r on r.uuid = s.branch_uid
         where v.sku = $1 and r.name = $2) was where b.variant_uid = was.variant_uid and b.branch_uid = was.branch_uid returning was.pieces`,
        [here, branch],
      );
      // The page as it was may be shown once more while it is made anew.
      await expect(async () => {
        await page.reload();
        await expect(cardOf(branch)).toContainText('בהזמנה לסניף', { timeout: 1_000 });
      }).toPass({ timeout: 15_000 });
      await db.query(
        `update branch_stock b set pieces = $3 from variants v, branches r where v.uuid = b.variant_uid and r.uuid = b.branch_uid and v.sku = $1 and r.name = $2`,
        [here, branch, rows[0]?.pieces],
      );
      await db.end();
    },
  );
