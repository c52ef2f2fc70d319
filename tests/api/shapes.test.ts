import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import { shapes } from '../support/shapes/shapes.ts';
import { startShapedSite } from '../support/shapes/site.ts';

let site: Awaited<ReturnType<typeof startShapedSite>>;
beforeAll(async () => {
  site = await startShapedSite();
}, 120_000);
afterAll(() => site.stop());

/** A taste of `npm run prove -- shapes`, the same in every run. */
test('no single request keeps a second client waiting, whatever its shape', async () => {
  const report = await shapes(site.port, { seed: 17, count: 300, limitMs: 100, headers: site.signedIn });
  expect(report.failures).toEqual([]);
  expect(report.blocking).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(300);
}, 240_000);

/** Alone and several times, since another program may stop the server for a moment. */
test('the worst path of 8 kB leaves a second client’s /healthz under 50 ms', async () => {
  const paths = ['/a'.repeat(4_000), `/${'a'.repeat(8_000)}`, `/product${'/%61'.repeat(1_990)}`, '/'.repeat(8_000)];
  for (const path of [...paths, `/__manifest?version=x&paths=${`${'/a'.repeat(20)},`.repeat(180)}`]) {
    const one = { method: 'GET', path, headers: { accept: 'text/html' } };
    const report = await shapes(site.port, { requests: [one], seed: 1, limitMs: 50 });
    expect(report.blocking, path.slice(0, 40)).toEqual([]);
  }
}, 240_000);

/** Of a paid order, whose buyer is asked for a paper: what others send isn't read at all. */
test('a PDF whose objects unpack to millions of spelled letters, or that nearly holds packed ones, keeps nobody waiting', async () => {
  const connection = await connect(site.databaseUrl, { max: 2 });
  const goods = await piece(connection.pool, { store: 'noam' }).finally(() => connection.close());
  const buyer = shopper(site.port, 'noam');
  const { secret, page } = await buyer.order(goods);
  await pay(site.port, page, CARDS.approved);
  await buyer.ask(secret);
  const pdf = (...parts: (string | Buffer)[]) =>
    Buffer.concat(['%PDF-1.7\n1 0 obj<<', ...parts, '\nendstream endobj\n%%EOF\n'].map((part) => Buffer.from(part)));
  const objects = '/Type/ObjStm/Filter/FlateDecode>>stream\n';
  const tiny = `endstream endobj 1 0 obj<<${objects}${deflateSync('-').toString('latin1')}`;
  const files = {
    spelled: pdf(objects, deflateSync('#41'.repeat(7_500_000 / 3))),
    long: pdf(objects, deflateSync(Buffer.alloc(7_500_000, '/JS1 '))),
    spaces: pdf('/ObjStm'.repeat(280), '>>', Buffer.alloc(9_000_000, ' ')),
    many: pdf(Buffer.from(`${objects}${deflateSync('-').toString('latin1')}${tiny.repeat(4_900)}`, 'latin1')),
  };
  for (const [name, body] of Object.entries(files)) {
    const report = await shapes(site.port, {
      requests: [
        {
          method: 'POST',
          path: `/api/orders/add-paper?${new URLSearchParams({ order: secret, position: '0', name: `${name}.pdf` })}`,
          headers: { host: `noam.localhost:${site.port}`, 'content-type': 'application/pdf' },
          body,
        },
      ],
      ...{ seed: 1, limitMs: 100 },
    });
    expect(report.statuses, name).not.toHaveProperty('404');
    expect(report.blocking, name).toEqual([]);
  }
}, 240_000);
