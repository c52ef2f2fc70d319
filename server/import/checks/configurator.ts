import type { Configurator } from '#domain/catalogue/configurator.ts';
import { settle } from '#domain/catalogue/configurator-change.ts';
import { toShekels } from '#domain/money/money.ts';
import type { Row } from '../csv.ts';
import type { Problems } from '../problems.ts';
import type { ChoiceRow, RuleRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

type Product = { choices: Row<ChoiceRow>[]; rules: Row<RuleRow>[] };

/** Choices and rules of one product: valid references, and every choice possible in some configuration. */
export const checkConfigurator: Check = (about) => {
  const products = new Map<string, Product>();
  const of = (slug: string): Product => {
    const configurator = products.get(slug) ?? { choices: [], rules: [] };
    products.set(slug, configurator);
    return configurator;
  };
  for (const row of about.folder.choices) of(row.data.product).choices.push(row);
  for (const row of about.folder.rules) of(row.data.product).rules.push(row);
  const skus = new Map([
    ...about.existing.skus,
    ...about.folder.variants.map(({ data }) => [data.sku, data.product] as const),
  ]);
  for (const product of products.values()) {
    const before = about.problems.list.length;
    checkChoices(about, product, skus);
    checkRules(about, product);
    if (about.problems.list.length === before) checkPossible(about, product);
  }
};

type About = Parameters<Check>[0];

function checkChoices({ references, problems }: About, { choices }: Product, skus: Map<string, string>): void {
  const keys = new Set<string>();
  const skuFault = (sku: string, product: string): string | null => {
    const owner = skus.get(sku);
    if (owner === product || (owner === undefined && references.mayHaveVariants(product))) return null;
    return owner ? `is a variant of ${owner}` : 'unknown SKU';
  };
  for (const { file, row, unit, data } of choices) {
    const at = (column: string) => ({ file, row, column, unit });
    if (!references.product(data.product)) problems.add(at('product'), data.product, 'unknown product');
    if (keys.has(data.choice)) problems.add(at('choice'), data.choice, 'is there twice');
    keys.add(data.choice);
    for (const sku of data.variants ?? []) {
      const fault = skuFault(sku, data.product);
      if (fault) problems.add(at('variants'), sku, fault);
    }
    if (data.picture && !skus.has(data.picture)) problems.add(at('picture'), data.picture, 'unknown SKU');
  }
  for (const name of new Set(choices.map(({ data }) => data.group)))
    checkGroup(
      problems,
      choices.filter(({ data }) => data.group === name),
    );
}

/** A group has one kind, and a single-choice group at most one default. */
function checkGroup(problems: Problems, [first, ...others]: Row<ChoiceRow>[]): void {
  let preset = Boolean(first?.data.default);
  for (const { file, row, unit, data } of others) {
    const at = (column: string) => ({ file, row, column, unit });
    if (data.pick !== first?.data.pick)
      problems.add(at('pick'), data.pick, `the group has ${first?.data.pick} in its first row`);
    if (data.default && data.pick === 'one' && preset)
      problems.add(at('default'), data.default, 'the group has another default already');
    preset ||= Boolean(data.default);
  }
}

function checkRules({ references, problems }: About, { choices, rules }: Product): void {
  const keys = new Set(choices.map(({ data }) => data.choice));
  for (const { file, row, unit, data } of rules) {
    const at = (column: string) => ({ file, row, column, unit });
    if (!references.product(data.product)) problems.add(at('product'), data.product, 'unknown product');
    if (!keys.has(data.choice)) problems.add(at('choice'), data.choice, 'unknown choice of this product');
    for (const other of data.others) {
      if (!keys.has(other)) problems.add(at('others'), other, 'unknown choice of this product');
      if (other === data.choice) problems.add(at('others'), other, 'is the choice itself');
    }
  }
}

/** A choice that no valid configuration contains would be offered and always refused. */
function checkPossible({ problems }: About, product: Product): void {
  const configurator = configuratorOf(product);
  for (const { file, row, unit, data } of product.choices) {
    if (!settle(configurator, [], { key: data.choice, on: true }))
      problems.add(
        { file, row, column: 'choice', unit },
        data.choice,
        'can never be chosen: the rules leave no configuration with it',
      );
  }
}

/** Rules only; the variants' prices and stock are irrelevant here. */
function configuratorOf({ choices, rules }: Product): Configurator {
  const skus = [...new Set(choices.flatMap(({ data }) => data.variants ?? []))];
  const names = [...new Set(choices.map(({ data }) => data.group))];
  return {
    groups: names.map((name) => {
      const groupChoices = choices.filter(({ data }) => data.group === name).map(({ data }) => data);
      return {
        name,
        multiple: groupChoices[0]?.pick === 'many',
        choices: groupChoices.map((data) => ({
          key: data.choice,
          name: data.name,
          price: 0,
          default: Boolean(data.default),
          variants: data.variants ?? [],
        })),
      };
    }),
    rules: rules.map(({ data }) => ({ choice: data.choice, kind: data.rule, others: data.others, reason: '' })),
    variants: (skus.length > 0 ? skus : ['']).map((sku) => ({ id: sku, sku, price: 0, available: true })),
  };
}

/**
 * One price per SKU: a choice that names variants either omits the price or states what they cost more than the
 * product. The configurator shows the variants' prices, so another figure would promise a price that isn't charged.
 */
export const checkChoicePrices: Check = ({ folder, existing, references, problems }) => {
  const rows = new Map(folder.variants.map(({ data }) => [data.sku, data]));
  const ownPrice = (sku: string): number | null => {
    const inFolder = rows.get(sku)?.price;
    // A file without the column keeps the price.
    return inFolder === undefined ? (existing.variants.get(sku)?.ownPriceAgorot ?? null) : inFolder;
  };
  for (const { file, row, unit, data } of folder.choices) {
    const productPrice = references.priceOf(data.product);
    if (data.price == null || productPrice === null) continue;
    for (const sku of data.variants ?? []) {
      const more = (ownPrice(sku) ?? productPrice) - productPrice;
      if (more === data.price) continue;
      problems.add(
        { file, row, column: 'price', unit },
        toShekels(data.price),
        `variant ${sku} costs ${toShekels(more)} more than the product: leave the price empty and set the variant's own`,
      );
    }
  }
};
