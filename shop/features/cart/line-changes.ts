/**
 * A line as an account keeps it: a variant, in a configuration or as it is. Among changes, quantity 0 says that it was
 * taken out.
 */
export type CartLine = { id: string; configuration: string | null; quantity: number };

type Item = { id: string; quantity: number; configuration?: string | null | undefined };

export const toLines = (items: Item[]): CartLine[] =>
  items.map(({ id, configuration = null, quantity }) => ({ id, configuration, quantity }));

const isSame = (one: CartLine) => (other: CartLine) => one.id === other.id && one.configuration === other.configuration;

/** The lines with a quantity of their own, and at 0 those that are gone. */
export function changesSince(before: CartLine[], after: CartLine[]): CartLine[] {
  const removed = before.filter((line) => !after.some(isSame(line))).map((line) => ({ ...line, quantity: 0 }));
  const changed = after.filter((line) => before.find(isSame(line))?.quantity !== line.quantity);
  return [...removed, ...changed];
}

export function withChanges(lines: CartLine[], changes: CartLine[]): CartLine[] {
  const others = lines.filter((line) => !changes.some(isSame(line)));
  return [...others, ...changes.filter(({ quantity }) => quantity > 0)];
}

export const linesWithout = (lines: CartLine[], others: CartLine[]): CartLine[] =>
  lines.filter((line) => !others.some(isSame(line)));

/** A line of goods, as a cart and an order have it. */
type Goods = { sku: string; quantity: number; choices: { name: string }[] };

/** A configured line is another one than the same variant as it is, or otherwise configured. */
const isSameGoods = (one: Goods, other: Goods): boolean =>
  one.sku === other.sku && namesOf(one.choices) === namesOf(other.choices);

const namesOf = (choices: Goods['choices']): string => choices.map(({ name }) => name).join();

/** What of a cart an order has not bought: more of the same, and what was put in while it waited for its payment. */
export function notBought<I extends Goods>(items: I[], ordered: Goods[]): I[] {
  const left = ordered.map((line) => ({ ...line }));
  const rest = items.map((item) => {
    let { quantity } = item;
    for (const line of left.filter((line) => isSameGoods(line, item))) {
      const taken = Math.min(quantity, line.quantity);
      quantity -= taken;
      line.quantity -= taken;
    }
    return { ...item, quantity };
  });
  return rest.filter(({ quantity }) => quantity > 0);
}
