import { expect, it } from 'vitest';
import { loansWords } from './finance-figures.ts';

const plan = { lender: 'כרמל', rate: 8.9, rate_kind: 'קבועה', prime: null, rates_date: '2026-11-01', balloon: 0 };

it('loans name each lender once, with the rates in which its plans differ', () => {
  const words = loansWords([plan, { ...plan, rate: 5.9, balloon: 30 }, { ...plan, lender: 'אחר' }, plan]);
  expect(words.replace(/[\u2066-\u2069]/g, '')).toBe(
    'כרמל, ריבית 8.9%, קבועה, נכון ל־01/11/2026 או ריבית 5.9%, קבועה, תשלום בלון של 30%, נכון ל־01/11/2026 או אחר, ריבית 8.9%, קבועה, נכון ל־01/11/2026',
  );
});
