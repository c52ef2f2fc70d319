import { isDifferenceJump, isJump, JUMP } from '#domain/catalogue/price-rules.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import type { Row } from '../csv.ts';
import type { Existing } from '../existing.ts';
import type { FileLocation, Problem } from '../problems.ts';
import type { ChoiceRow, ProductRow, VariantRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];

const ACCEPTED_BY = '--accept-price-changes';
/** Whether a problem is a price that may be written once it is accepted. */
export const isPriceJump = ({ reason }: Problem): boolean => reason.includes(ACCEPTED_BY);

/**
 * Prices that change by more than half: errors, or with `--accept-price-changes` notes. Reported at the row of each
 * price.
 */
export const checkPriceJumps: Check = (about) => {
  for (const row of about.folder.products) checkProduct(about, row);
  for (const row of about.folder.variants) checkVariant(about, row);
  for (const row of about.folder.choices) checkChoice(about, row);
};

function checkProduct(about: About, { file, row, unit, data }: Row<ProductRow>): void {
  const existingProduct = about.existing.products.get(data.slug);
  if (!existingProduct) return;
  if (typeof data.price === 'number')
    compare(about, { file, row, unit, column: 'price' }, existingProduct.priceAgorot, data.price);
  for (const { store, priceAgorot } of data.stores ?? []) {
    const storePrice = existingProduct.storePrices.get(store);
    // Without a price of its own, before and after, the product's price decides.
    if (!existingProduct.stores.has(store) || (storePrice === undefined && priceAgorot === null)) continue;
    const after = priceAgorot ?? about.references.priceOf(data.slug);
    compare(about, { file, row, unit, column: 'stores' }, storePrice ?? existingProduct.priceAgorot, after);
  }
}

function checkVariant(about: About, { file, row, unit, data }: Row<VariantRow>): void {
  const { existing, references } = about;
  const existingVariant = existing.variants.get(data.sku);
  if (!existingVariant || data.price === undefined || (existingVariant.ownPriceAgorot === null && data.price === null))
    return;
  const before = existingVariant.ownPriceAgorot ?? existing.products.get(existingVariant.product)?.priceAgorot ?? null;
  compare(about, { file, row, unit, column: 'price' }, before, data.price ?? references.priceOf(data.product));
}

function checkChoice(about: About, { file, row, unit, data }: Row<ChoiceRow>): void {
  const jump = choiceJump(about.existing, data);
  if (jump) report(about, { file, row, unit, column: 'price' }, jump.before, jump.after);
}

/** Of what a choice adds to the price, or takes off it; one that names variants shows theirs. */
export function choiceJump(
  { choices }: Pick<Existing, 'choices'>,
  { product, choice, price, variants }: ChoiceRow,
): { before: number; after: number } | null {
  const before = choices.get(product)?.get(choice);
  const after = price ?? 0;
  if (before === undefined || variants?.length || !isDifferenceJump(before, after)) return null;
  return { before, after };
}

function compare(about: About, location: FileLocation, before: number | null, after: number | null): void {
  if (before !== null && after !== null && isJump(before, after)) report(about, location, before, after);
}

function report(about: About, location: FileLocation, before: number, after: number): void {
  const change = `was ${formatExactPrice(toShekels(before))}`;
  if (about.acceptPriceChanges) about.notes.add(location, toShekels(after), change);
  else
    about.problems.add(
      location,
      toShekels(after),
      `${change}, a change of more than ${JUMP * 100} %: ${ACCEPTED_BY}, if it is meant`,
    );
}
