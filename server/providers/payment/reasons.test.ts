import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasonInWords } from '#domain/orders/system-reasons.ts';

/** The reasons to doubt a payment that the code of a file can give. */
function reasonsIn(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const found = [...source.matchAll(/'(the [^'\n]+)'|`(the [^`\n]+)`/g)];
  return found.map(([, plain, template]) => plain ?? template ?? '');
}

test.each([
  ['the check of an answer', '../../checkout/payments/settle.ts', 4],
  ['CardCom', './cardcom/result.ts', 8],
  ['PayPlus', './payplus/result.ts', 4],
])('each reason of %s to doubt a payment has its Hebrew', (_, path, atLeast) => {
  const reasons = reasonsIn(path);
  expect(reasons.length).toBeGreaterThanOrEqual(atLeast);
  for (const reason of reasons)
    expect(reasonInWords(reason.replaceAll(/\$\{[^}]*\}/g, '17')), reason).toMatch(/^[^A-Za-z]*[א-ת][^A-Za-z]*$/);
});

test.each([
  ['the gateway took 1000 agorot instead of 2000', 'חויבו ₪10 במקום ₪20'],
  ['the gateway took USD', 'במטבע אחר: USD'],
  ['the code is 033, but the answer success', '033, success'],
  ['the transaction is a Refund', 'מסגרת: Refund'],
  ["the transaction succeeded, but the page's code is 5", 'הוא 5'],
  ['the terminal is 1000', 'מסוף אחר: 1000'],
])('“%s” keeps in Hebrew what the gateway has said', (reason, words) => {
  expect(reasonInWords(reason)).toContain(words);
});
