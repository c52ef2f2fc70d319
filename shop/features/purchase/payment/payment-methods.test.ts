import { expect, test } from 'vitest';
import { chooseTerms } from '../../finance/chosen-terms.ts';
import { chooseTradeIn } from '../../finance/chosen-trade-in.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import { emptyChoice } from '../basket/purchase-storage.ts';
import { methodOf, type PaymentOffer, unusableMethod } from './payment-methods.ts';

const plan = {
  ...{ id: 'p', name: 'תוכנית', lender: 'בנק', rate: 8.9, rate_kind: 'קבועה', prime: null, rates_date: '2026-11-01' },
  ...{ months_min: 12, months_max: 60, months_step: 12, down_min: 20, down_max: 80, balloon: 0, fee: 0, min: 1_000 },
  max: 400_000,
};

/** A basket whose goods these plans finance, says calc-cart. */
const basketOf = (finance_plans: object[]) =>
  ({
    choice: { ...emptyChoice(null), method: 'financing' },
    quote: { cart: [], finance_plans, total_order_price: 17_910 },
  }) as unknown as PurchaseBasket;
const offer = { settings: { finance_plans: [plan] } } as unknown as PaymentOffer;

test('financing is for goods that the server finances, whatever plans the store has: three batteries are paid by card', () => {
  expect(methodOf(basketOf([plan]), offer)).toBe('financing');
  expect(methodOf(basketOf([]), offer)).toBe('card');
});

test('a chosen way that is no longer to be had is known as such, once there are sums; what nobody has chosen is none', () => {
  const lost = basketOf([]);
  expect(unusableMethod(lost, offer)).toBe('financing');
  expect(unusableMethod(basketOf([plan]), offer)).toBeNull();
  expect(unusableMethod({ ...lost, quote: null }, offer)).toBeNull();
  const way = (method: PurchaseBasket['choice']['method'], max_payments: number) =>
    unusableMethod({ ...lost, choice: { ...lost.choice, method } }, {
      settings: { max_payments },
    } as unknown as PaymentOffer);
  expect([way('instalments', 12), way('instalments', 1)]).toEqual([null, 'instalments']);
  expect([way('deposit', 1), way('card', 1), way(null, 1)]).toEqual(['deposit', null, null]);
});

test('financing that was ticked for the vehicle is the way of its order, with what goes along, until another is chosen', () => {
  const item = (product_uid: string, kind = 'VEHICLE', quantity = 1) => ({ product_uid, kind, quantity });
  const way = (cart: object[], method: 'card' | null = null, plans = [plan]) => {
    const { quote } = basketOf(plans);
    const basket = { choice: { ...emptyChoice(null), method }, quote: { ...quote, cart } };
    return methodOf(basket as unknown as PurchaseBasket, offer);
  };
  const barak = item('barak');
  chooseTerms('barak', { months: 36 });
  expect(way([barak])).toBe('card');
  chooseTerms('barak', { months: 36, wanted: true });
  expect(way([item('helmet', 'ACCESSORY', 2), barak])).toBe('financing');
  expect(way([barak], 'card')).toBe('card');
  // Not what was ticked, and of two vehicles the server finances none.
  expect(way([item('nimer')])).toBe('card');
  expect(way([item('barak', 'VEHICLE', 2)], null, [])).toBe('card');
  chooseTerms('barak', { months: 36, wanted: false });
  expect(way([barak])).toBe('card');
});

test('with a vehicle in exchange the deposit is the way until another is chosen, where there is one', () => {
  const way = (product: string, deposit: number | null, choice: object = {}, total = 17_910) => {
    const cart = [{ product_uid: product, kind: 'VEHICLE', quantity: 1, price: total, discount: 0 }];
    const quote = { cart, deposit, finance_plans: [plan], total_order_price: total };
    const basket = { choice: { ...emptyChoice(null), ...choice }, quote };
    return methodOf(basket as unknown as PurchaseBasket, offer);
  };
  chooseTradeIn({ secret: 's', product: 'swapped', low: 10_000, expires_at: new Date(Date.now() + 9e6).toISOString() });
  expect(way('swapped', 500)).toBe('deposit');
  expect(way('swapped', null)).toBe('card');
  expect(way('other', 500)).toBe('card');
  expect(way('swapped', 500, { method: 'card' })).toBe('card');
  expect(way('swapped', 500, { method: 'financing' })).toBe('financing');
  chooseTerms('swapped', { wanted: true });
  expect(way('swapped', 500)).toBe('financing');
  // What the credit leaves is too little to lend.
  expect(way('swapped', 500, {}, 10_500)).toBe('deposit');
  chooseTradeIn(null);
});
