/** What is bought, who buys, and what the second tab is opened for. */
export const BASKETS = [
  'last vehicle',
  'vehicle with the last extra',
  'cart with the last extra',
  'vehicle with the last coupon',
] as const;
export const BUYERS = ['guest', 'account'] as const;
export const SECOND = ['the same', 'another'] as const;
export type Setting = {
  basket: (typeof BASKETS)[number];
  buyer: (typeof BUYERS)[number];
  second: (typeof SECOND)[number];
};

/** A and B are tabs of one device, C is a tab of another device of the account. */
export const TABS = ['A', 'B', 'C'] as const;
const ACTIONS = [
  ...TABS.flatMap((tab) => [`${tab} opens`, `${tab} orders`, `${tab} pays`, `${tab} lets go`] as const),
  'A orders, answer lost',
  'A orders, server down',
  'A clicks twice',
  'A and B order at once',
  'A retries',
  'A is charged, unseen',
  'A is declined',
  'A is closed',
  'B signs out',
  'A signs in',
  'the hold ends',
] as const;
export type Action = (typeof ACTIONS)[number];

export type Goods = { vehicle: string; product: string; other: string; otherProduct: string; extra: string };
/** A code that is used once, where the basket says so. */
export const LAST_COUPON = 'LASTONE';

export type ScreenName = 'closed' | 'sold out' | 'done' | 'steps' | 'payment' | 'unanswered';

/**
 * What the screens of the three tabs let a shopper do. `seen`: that it is paid; what is opened after that is another
 * purchase.
 */
export function offersOf(
  screens: Record<(typeof TABS)[number], ScreenName>,
  { buyer }: Pick<Setting, 'buyer'>,
  { signedIn, seen }: { signedIn: boolean; seen: boolean },
): Action[] {
  const { A, B } = screens;
  const all = Object.entries(screens).flatMap(([tab, name]): string[] => {
    if (tab === 'C' && buyer === 'guest') return [];
    const opens = `${tab} opens`;
    if (name === 'payment') return [opens, `${tab} pays`, `${tab} lets go`];
    return name === 'steps' ? [opens, `${tab} orders`] : [opens];
  });
  if (A === 'steps') all.push('A orders, answer lost', 'A orders, server down', 'A clicks twice');
  if (A === 'steps' && B === 'steps') all.push('A and B order at once');
  if (A === 'payment') all.push('A is charged, unseen', 'A is declined');
  if (A === 'unanswered') all.push('A retries', 'A lets go');
  if (A !== 'closed') all.push('A is closed');
  if (A === 'payment' || B === 'payment') all.push('the hold ends');
  if (buyer === 'account') all.push(signedIn ? 'B signs out' : 'A signs in');
  return ACTIONS.filter((action) => all.includes(action) && !(seen && action.endsWith(' opens')));
}
