import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';

test('a buyer follows what was sent, by the order’s link: carrier, number, goods', async ({ page, site }) => {
  const db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  const shop = shopper(site.port, 'ofek');
  const { order, page: paymentPage, secret } = await shop.order(await piece(db, { store: 'ofek' }), { quantity: 2 });
  await pay(site.port, paymentPage, CARDS.approved);
  await shop.ask(secret);
  await page.goto(`${site.origin('ofek')}/order/${secret}`);
  const parcels = page.getByRole('region', { name: 'מה נשלח' });
  await expect(page.getByRole('heading', { name: 'מה הזמנתם' })).toBeVisible();
  await expect(parcels).toHaveCount(0);

  await db.query(
    `with sent as (insert into shipments (order_uid, carrier, tracking_number, shipped_at)
       values ($1, 'שליחויות הדרום', 'IL-998877', now()) returning uuid)
     insert into shipment_lines select sent.uuid, l.uuid, 2 from sent, order_lines l where l.order_uid = $1`,
    [order.uuid],
  );
  await db.end();
  await page.reload();
  await expect(parcels).toContainText('שליחויות הדרום, מספר מעקב IL-998877');
  await expect(parcels).toContainText(`${order.lines[0]?.name}, 2 יחידות`);
  await expectAccessible(page);
});
