import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TaxDocument } from '#contract/checkout/documents.ts';
import { documents, orders, payments } from '#db/schema/index.ts';
import { eq, gt, inArray } from '#db/sql.ts';
import { parseVatRates, vatInside } from '#domain/money/vat.ts';
import { documentProviders } from '#server/providers/documents/providers.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { issueCredit, issueDocument } from './issue.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp();
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

const list = async (kind: 'invoices' | 'receipts', secret: string, host = 'raam.localhost') =>
  app.call(
    kind === 'invoices'
      ? { host, path: `/api/receipts/get-invoices?secret=${secret}` }
      : { host, method: 'POST', path: '/api/receipts/get-receipts', body: { secret } },
  );

async function paid(changes: Parameters<typeof shop.order>[1] = {}, stock = 5) {
  const purchase = await shop.order(await piece(db, { stock }), changes);
  await pay(app.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  return purchase;
}

const rowOf = async (uuid: string) => {
  const [row] = await app.deps.db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderUid, orders.uuid))
    .where(eq(orders.uuid, uuid));
  if (!row) throw new Error('no such order');
  return row;
};

/** What a screen reader is given: every ActualText of the file, in the order of the tree's making. */
function spoken(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, raw = '']) => {
    const plain = raw.replace(
      /\\([nrtbf()\\])/g,
      (_, sign) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign as 'n'] ?? sign,
    );
    const bytes = Buffer.from(plain, 'latin1');
    return bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))
      ? bytes.subarray(2).swap16().toString('utf16le')
      : plain;
  });
}

type Node = { role?: string; children?: Node[] };
const roles = (node: Node | null): string[] =>
  node ? [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(roles)] : [];

describe('a paid order', () => {
  test('has an invoice and receipt in one, split into net and VAT, for its owner and nobody else', async () => {
    const purchase = await paid({ business: { name: 'מסגריית לוי (1998) בע״מ', number: '514012343' } });
    const [invoice, ...more] = (await list('invoices', purchase.secret)).json<TaxDocument[]>();
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      kind: 'tax_invoice_receipt',
      title: 'חשבונית מס/קבלה',
      total: purchase.order.total_order_price,
      order_number: purchase.order.number,
    });
    const total = Math.round((invoice?.total ?? 0) * 100);
    const vat = Math.round((invoice?.vat ?? 0) * 100);
    expect(Math.abs(vat - (total * 18) / 118)).toBeLessThanOrEqual(0.5);
    expect((await list('receipts', purchase.secret)).json()).toEqual([invoice]);
    expect(await shop.find(purchase.secret)).toMatchObject({
      documents: [{ number: invoice?.number }],
      business: { name: 'מסגריית לוי (1998) בע״מ', number: '514012343' },
    });

    expect((await list('invoices', 'somebody-else')).status).toBe(404);
    expect((await list('invoices', purchase.secret, 'noam.localhost')).status).toBe(404);
    expect((await app.call({ path: '/api/receipts/get-invoices' })).status).toBe(401);
    const path = `/api/receipts/get-document/${invoice?.uuid}`;
    expect((await app.call({ path })).status).toBe(401);
    expect((await app.call({ path: `${path}?secret=wrong` })).status).toBe(404);
    expect((await app.call({ path: `${path}?secret=${purchase.secret}`, host: 'noam.localhost' })).status).toBe(404);

    const reply = await app.call({ path: invoice?.url ?? '' });
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
    await readable(reply.body, invoice as TaxDocument);
  });

  /** Tags, language, title; the text as it is spoken; and what the ink says. */
  async function readable(pdf: Buffer, invoice: TaxDocument): Promise<void> {
    const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
    const { info } = await file.getMetadata();
    expect(info).toMatchObject({ Title: `חשבונית מס/קבלה ${invoice.number}`, Language: 'he' });
    expect(pdf.toString('latin1')).toMatch(/\/MarkInfo/);
    expect(pdf.toString('latin1')).toMatch(/\/Marked true/);
    const page = await file.getPage(1);
    const tree = roles((await page.getStructTree()) as Node);
    expect(tree).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD']),
    );

    const text = spoken(pdf);
    expect(text[0]).toBe('חשבונית מס/קבלה');
    expect(text[1]).toBe(`מספר ${invoice.number} · מקור`);
    expect(text).toEqual(
      expect.arrayContaining([
        'מסגריית לוי (1998) בע״מ',
        'ח.פ. / עוסק מורשה 514012343',
        'ח.פ. / עוסק מורשה 519999734',
        'מע״מ 18%',
        'כרטיס אשראי Visa שמסתיים ב־0000 · תשלום אחד · ₪' +
          invoice.total.toLocaleString('en', { minimumFractionDigits: 2 }),
      ]),
    );
    expect(text.some((line) => line.includes('מספר הקצאה: נדרש'))).toBe(true);

    const { items } = await page.getTextContent();
    const ink = items.map((item) => ('str' in item ? item.str : '')).join('');
    expect(ink).toContain(invoice.number);
    expect(ink).toContain('דוגמה');
    // The font is in the file, and only the letters that it needs.
    expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+Heebo/);
    expect(pdf.length).toBeLessThan(150_000);
  }

  test('a deposit has a receipt, which is no invoice', async () => {
    await db.query(`update products set deposit_agorot = 100000 where kind = 'VEHICLE'`);
    const purchase = await paid({ payment_method: 'deposit' });
    expect((await list('invoices', purchase.secret)).json()).toEqual([]);
    const [receipt] = (await list('receipts', purchase.secret)).json<TaxDocument[]>();
    expect(receipt).toMatchObject({ kind: 'receipt', total: 1000, vat: 0 });
    const { body } = await app.call({ path: receipt?.url ?? '' });
    expect(spoken(body)).toContain('סה״כ שהתקבל');
    expect(spoken(body).join(' ')).toContain(`דמי שריון על חשבון הזמנה ${purchase.order.number}`);
  });
});

test('a free delivery is no row of the invoice: nothing of what is paid was taken off', async () => {
  const purchase = await shop.order(await piece(db));
  const discounts = `insert into order_discounts (order_uid, sale_name, amount_agorot) values ($1, 'משלוח עלינו', 0)`;
  await db.query(discounts, [purchase.order.uuid]);
  await pay(app.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const [invoice] = (await list('invoices', purchase.secret)).json<TaxDocument[]>();
  const { body } = await app.call({ path: invoice?.url ?? '' });
  const text = spoken(body).join(' ');
  expect(text).toContain('סה״כ ששולם');
  expect(text).not.toContain('משלוח עלינו');
});

test('fifty payments at once: numbers without a gap and without a twin; a payment that fails takes none', async () => {
  const goods = await piece(db, { stock: 60 });
  const purchases = [];
  for (let at = 0; at < 50; at += 1) purchases.push(await shop.order(goods));
  for (const { page } of purchases) await pay(app.port, page, CARDS.approved);
  const { order, payment } = await rowOf(purchases[0]?.order.uuid ?? '');
  const tools = { ...app.deps, log: app.app.log };
  const failing = Array.from({ length: 5 }, () =>
    app.deps.db
      .transaction(async (tx) => {
        await issueDocument(tools, tx, order, { ...payment, amountAgorot: order.totalAgorot }, null);
        throw new Error('rolled back');
      })
      .catch(() => null),
  );
  await Promise.all([...purchases.flatMap(({ secret }) => [shop.ask(secret), shop.ask(secret)]), ...failing]);
  for (const { secret } of purchases) await shop.ask(secret);
  const { rows } = await db.query(
    `select sequence, number from documents where kind = 'tax_invoice_receipt' order by sequence`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(50);
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, at) => at + 1));
  expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length);
});

test('a refund makes credits that name the invoice; together they say what was given back', async () => {
  const purchase = await paid();
  const { order, payment } = await rowOf(purchase.order.uuid);
  const tools = { ...app.deps, log: app.app.log };
  const credit = (agorot: number) =>
    app.deps.db.transaction((tx) => issueCredit(tools, tx, order, payment, { agorot, gateway: null, at: null }));
  // Of two parts that are rounded in the same direction.
  const total = payment.amountAgorot;
  let part = 50_000;
  while (vatInside(part, 1_800) + vatInside(total - part, 1_800) === vatInside(total, 1_800)) part += 1;
  await credit(part);
  await credit(total - part);
  await expect(credit(1)).rejects.toThrow(/more than/);
  const [first, second, invoice] = (await list('invoices', purchase.secret)).json<TaxDocument[]>();
  expect([first?.kind, second?.kind, invoice?.kind]).toEqual([
    'credit_invoice',
    'credit_invoice',
    'tax_invoice_receipt',
  ]);
  const inAgorot = (shekels = 0) => Math.round(shekels * 100);
  expect(inAgorot(first?.total) + inAgorot(second?.total)).toBe(inAgorot(invoice?.total));
  expect(inAgorot(first?.vat) + inAgorot(second?.vat)).toBe(inAgorot(invoice?.vat));
  const { body } = await app.call({ path: first?.url ?? '' });
  expect(spoken(body).join(' ')).toContain(`בגין חשבונית מס/קבלה מספר ${invoice?.number}`);
});

test('an invoice bears the rate of its day, and its credits the same one whenever they are written', async () => {
  const purchase = await shop.order(await piece(db));
  const { order, payment } = await rowOf(purchase.order.uuid);
  const rates = { ...app.deps.env, VAT_RATES: parseVatRates('2025-01-01:18,2099-06-01:19') ?? [] };
  const tools = (at: string) => ({ ...app.deps, env: rates, now: () => new Date(at), log: app.app.log });
  const other = await shop.order(await piece(db));
  const next = await rowOf(other.order.uuid);
  await app.deps.db
    .transaction(async (tx) => {
      await issueDocument(tools('2099-05-31T20:59:00Z'), tx, order, payment, null);
      await issueDocument(tools('2099-05-31T21:00:00Z'), tx, next.order, next.payment, null);
      await issueCredit(tools('2099-06-02T09:00:00Z'), tx, order, payment, { agorot: 11_800, gateway: null, at: null });
      const issued = await tx
        .select()
        .from(documents)
        .where(gt(documents.issuedAt, new Date('2099-01-01')));
      const of = (kind: string, uuid: string) => issued.find((one) => one.kind === kind && one.orderUid === uuid);
      expect(of('tax_invoice_receipt', order.uuid)).toMatchObject({ vatBp: 1_800 });
      expect(of('credit_invoice', order.uuid)).toMatchObject({ vatBp: 1_800, vatAgorot: 1_800 });
      expect(of('tax_invoice_receipt', next.order.uuid)).toMatchObject({ vatBp: 1_900 });
      throw new Error('rolled back');
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'));
});

test('a higher number never bears an earlier date, also at the turn of the year', async () => {
  const at = (time: string) => ({ ...app.deps, now: () => new Date(time), log: app.app.log });
  const [first, second] = [await shop.order(await piece(db)), await shop.order(await piece(db))];
  const [one, two] = [await rowOf(first.order.uuid), await rowOf(second.order.uuid)];
  await app.deps.db
    .transaction(async (tx) => {
      // Of two that are issued at once, the second had its time before the first had the series.
      await issueDocument(at('2097-12-31T22:00:00.200Z'), tx, one.order, one.payment, null);
      await issueDocument(at('2097-12-31T21:59:59.900Z'), tx, two.order, two.payment, null);
      const issued = await tx
        .select({ year: documents.year, sequence: documents.sequence, at: documents.issuedAt })
        .from(documents)
        .where(gt(documents.issuedAt, new Date('2097-01-01')))
        .orderBy(documents.sequence);
      expect(issued.map(({ year, sequence }) => [year, sequence])).toEqual([
        [2098, 1],
        [2098, 2],
      ]);
      expect(issued[1]?.at.getTime()).toBeGreaterThanOrEqual(issued[0]?.at.getTime() ?? 0);
      throw new Error('rolled back');
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'));
});

test('a higher number never bears an earlier date, of documents that are issued at once', async () => {
  const goods = await piece(db, { stock: 10 });
  const purchases = await Promise.all(Array.from({ length: 6 }, () => shop.order(goods)));
  const rows = await Promise.all(purchases.map(({ order }) => rowOf(order.uuid)));
  // Whoever looks at this clock later sees an earlier time.
  let at = Date.now() + 60_000;
  const now = () => {
    at -= 1_000;
    return new Date(at);
  };
  const tools = { ...app.deps, now, log: app.app.log };
  await Promise.all(
    rows.map(({ order, payment }) => app.deps.db.transaction((tx) => issueDocument(tools, tx, order, payment, null))),
  );
  const issued = await app.deps.db
    .select({ at: documents.issuedAt })
    .from(documents)
    .where(
      inArray(
        documents.orderUid,
        rows.map(({ order }) => order.uuid),
      ),
    )
    .orderBy(documents.sequence);
  expect(issued).toHaveLength(rows.length);
  const dates = issued.map((document) => document.at.getTime());
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
});

test('what was issued stays: no change, no deletion, no emptying', async () => {
  const { rows } = await db.query('select count(*)::int from documents');
  for (const attempt of [
    `update documents set total_agorot = 1, net_agorot = 1, vat_agorot = 0`,
    'delete from documents',
    'truncate documents cascade',
    'delete from orders where uuid in (select order_uid from documents)',
  ])
    await expect(db.query(attempt)).rejects.toThrow(/documents/);
  expect((await db.query('select count(*)::int from documents')).rows).toEqual(rows);
});

test("the gateway's own document is kept with number and link; in live mode there is no other", async () => {
  const live = documentProviders({ env: { ...app.deps.env, MODE: 'live' } });
  expect(live.map(({ name }) => name)).toEqual(['gateway']);
  const draft = { kind: 'receipt' as const, year: 2026, gateway: null };
  const count = () => Promise.reject(new Error('counted'));
  expect(await Promise.all(live.map((provider) => provider.issue(draft, count)))).toEqual([null]);

  const purchase = await shop.order(await piece(db));
  const { order, payment } = await rowOf(purchase.order.uuid);
  const gateway = {
    provider: 'cardcom',
    type: 'TaxInvoiceAndReceipt',
    number: '70012',
    link: 'https://pay.example/doc/70012',
    allocationNumber: '123456789',
  };
  await app.deps.db.transaction((tx) =>
    issueDocument({ ...app.deps, documents: live, log: app.app.log }, tx, order, payment, gateway),
  );
  const [row] = (await list('invoices', purchase.secret)).json<TaxDocument[]>();
  expect(row).toMatchObject({ number: '70012', url: gateway.link, allocation_number: '123456789' });
  expect((await app.call({ path: `/api/receipts/get-document/${row?.uuid}?secret=${purchase.secret}` })).status).toBe(
    404,
  );
  const [kept] = await app.deps.db.select().from(documents).where(eq(documents.orderUid, order.uuid));
  expect(kept).toMatchObject({ provider: 'cardcom', sequence: null });
});

test("a row is of the kind that the gateway wrote, and of the charge's day, however late it is learned of", async () => {
  const purchase = await shop.order(await piece(db), { payment_method: 'deposit' });
  const { order, payment } = await rowOf(purchase.order.uuid);
  const settledAt = new Date('2026-01-31T21:30:00Z');
  const gateway = {
    provider: 'payplus',
    type: 'TaxInvoiceAndReceipt',
    number: '9',
    link: null,
    allocationNumber: null,
  };
  const tools = { ...app.deps, log: app.app.log };
  await app.deps.db.transaction((tx) => issueDocument(tools, tx, order, { ...payment, settledAt }, gateway));
  const [row] = await app.deps.db.select().from(documents).where(eq(documents.orderUid, order.uuid));
  expect(row).toMatchObject({ kind: 'tax_invoice_receipt', issuedAt: settledAt, year: 2026, vatBp: 1_800 });
  // Own numbers go on from today.
  const ownPurchase = await paid();
  const [next] = await app.deps.db.select().from(documents).where(eq(documents.orderUid, ownPurchase.order.uuid));
  expect(next?.issuedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('what the gateway says of the time comes first: it took the money in the old year, and the shop learned of it in the new one', async () => {
  const goods = await piece(db, { stock: 5 });
  const [openedAt, settledAt] = [new Date('2026-12-31T21:30:00Z'), new Date('2026-12-31T22:03:00Z')];
  for (const [number, writtenAt, year] of [
    ['21', '2026-12-31T21:52:00.000Z', 2026],
    // After the shop knew, before the page was opened, and no time at all.
    ['22', '2026-12-31T23:52:00.000Z', 2027],
    ['23', '2026-12-30T21:52:00.000Z', 2027],
    ['24', null, 2027],
  ] as const) {
    const { order, payment } = await rowOf((await shop.order(goods)).order.uuid);
    const gateway = { type: 'TaxInvoiceAndReceipt', number, link: null, allocationNumber: null, writtenAt };
    await app.deps.db.transaction((tx) =>
      issueDocument(
        { ...app.deps, log: app.app.log },
        tx,
        order,
        { ...payment, openedAt, settledAt },
        {
          ...gateway,
          provider: 'cardcom',
        },
      ),
    );
    const [row] = await app.deps.db.select().from(documents).where(eq(documents.orderUid, order.uuid));
    const issuedAt = year === 2026 ? new Date(writtenAt) : settledAt;
    expect(row).toMatchObject({ number, year, issuedAt });
  }
});
