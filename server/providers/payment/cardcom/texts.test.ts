import { expect, test } from 'vitest';
import { cardcomFake } from '../../../../tests/support/cardcom-fake.ts';
import { cut } from '../receipt-lines.ts';
import { linked } from './capture-and-refund.ts';

test('texts are cut by UTF-16 units, and never through a character', () => {
  expect(cut('א'.repeat(60), 50)).toHaveLength(50);
  expect(cut(`${'א'.repeat(49)}🛵`, 50)).toBe('א'.repeat(49));
  expect(cut(`${'א'.repeat(48)}🛵 more`, 50)).toBe(`${'א'.repeat(48)}🛵`);
  expect(cut('🛵'.repeat(50), 50)).toHaveLength(50);
});

test('the link of a document is asked for by the name that the call knows', async () => {
  const fake = await cardcomFake();
  const terminal = {
    url: fake.url,
    number: fake.account.terminal,
    apiName: fake.account.apiName,
    apiPassword: fake.account.apiPassword,
    documents: true,
    timeoutMs: 5_000,
  };
  const ask = (type: string) => linked(terminal, { type, number: '7', link: null, allocationNumber: null });
  expect((await ask('SiteCustomerOrder'))?.link).toMatch(/OrderConfirmation\/7$/);
  expect((await ask('SiteCustomerOrderRefund'))?.link).toMatch(/OrderConfirmationRefund\/7$/);
  const before = fake.calls.length;
  expect([(await ask('Error'))?.link, (await ask('Auto'))?.link, fake.calls.length]).toEqual([null, null, before]);
  await fake.close();
});
