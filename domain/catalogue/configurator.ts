import { toAgorot, toShekels } from '../money/money.ts';

/** The choices of a product. Prices are shekels; a choice's price is a difference. */
export type Configurator = { groups: ChoiceGroup[]; rules: Rule[]; variants: ConfiguredVariant[] };
type ChoiceGroup = { name: string; multiple: boolean; choices: Choice[] };
export type Choice = {
  key: string;
  name: string;
  /** Shown only, where the choice names variants: these have prices of their own (`variantDifference`). */
  price: number;
  default: boolean;
  /** SKUs that remain when it is chosen; empty: all. */
  variants: string[];
};
/** `requires`: one of `others`; `excludes`: all of them. */
type Rule = { choice: string; kind: 'requires' | 'excludes'; others: string[]; reason: string };
export type ConfiguredVariant = { id: string; sku: string; price: number; available: boolean };

type BrokenCode = 'UNKNOWN_CHOICE' | 'CHOICE_MISSING' | 'ONLY_ONE' | 'REQUIRES' | 'EXCLUDES' | 'NO_VARIANT';
/** A rule that a configuration breaks; `message` is Hebrew and fit to show. */
export type Broken = { code: BrokenCode; choice: string | null; others: string[]; reason: string; message: string };

export type Configuration<V extends ConfiguredVariant = ConfiguredVariant> = {
  /** In the order of the groups, each once. */
  choices: string[];
  /** Variants that have every chosen value, and the one to sell; none when a rule is broken. */
  variants: V[];
  variant: V | null;
  price: number | null;
  broken: Broken[];
};

export const choicesOf = (configurator: Configurator): Choice[] =>
  configurator.groups.flatMap((group) => group.choices);

/** Names of what these choices add to the vehicle: neither its colour nor what it comes with. */
export const extrasOf = (configurator: Configurator, keys: readonly string[]): string[] =>
  choicesOf(configurator)
    .filter((choice) => keys.includes(choice.key) && choice.variants.length === 0 && !choice.default)
    .map(({ name }) => name);

/**
 * Checks choices against every rule and prices them. The only authority on what can be ordered, in browser and
 * server.
 */
export function configure<C extends Configurator>(
  configurator: C,
  chosen: readonly string[],
): Configuration<C['variants'][number]> {
  const chosenKeys = new Set(chosen);
  const allChoices = choicesOf(configurator);
  const selected = allChoices.filter(({ key }) => chosenKeys.has(key));
  const broken = [
    ...[...chosenKeys].filter((key) => !allChoices.some((choice) => choice.key === key)).map(unknown),
    ...configurator.groups.flatMap((group) => brokenGroup(group, chosenKeys)),
    ...configurator.rules.flatMap((rule) => brokenRule(allChoices, rule, chosenKeys)),
  ];
  const narrowing = selected.filter(({ variants }) => variants.length > 0);
  const variants = configurator.variants.filter(({ sku }) =>
    narrowing.every((choice) => choice.variants.includes(sku)),
  );
  if (variants.length === 0) {
    const others = narrowing.map(({ key }) => key);
    broken.push({
      code: 'NO_VARIANT',
      choice: null,
      others,
      reason: '',
      message: `אין גרסה שיש בה גם ${joined(narrowing, ' וגם ')}`,
    });
  }
  const choices = selected.map(({ key }) => key);
  if (broken.length > 0) return { choices, variants: [], variant: null, price: null, broken };
  const variant = variants.find(({ available }) => available) ?? variants[0] ?? null;
  return { choices, variants, variant, price: variant && priceOf(configurator, variant, choices), broken };
}

/**
 * The variant's price plus the differences of the other choices; never below zero. Shekels. A choice that names
 * variants adds nothing: a SKU costs the same in the configurator as elsewhere.
 */
export function priceOf(configurator: Configurator, variant: ConfiguredVariant, chosen: readonly string[]): number {
  const differences = choicesOf(configurator).filter(
    ({ key, variants }) => variants.length === 0 && chosen.includes(key),
  );
  const sum = differences.reduce((total, { price }) => total + toAgorot(price), toAgorot(variant.price));
  return toShekels(Math.max(0, sum));
}

/** Price of the cheapest of these SKUs less the cheapest of all; 0 when none of them is sold. Shekels. */
export function variantDifference(variants: ConfiguredVariant[], skus: string[]): number {
  const least = (some: ConfiguredVariant[]) => Math.min(...some.map(({ price }) => toAgorot(price)));
  const matching = variants.filter(({ sku }) => skus.includes(sku));
  return matching.length === 0 ? 0 : toShekels(least(matching) - least(variants));
}

const quoted = (name: string): string => `״${name}״`;
const joined = (choices: Choice[], word: string): string => choices.map(({ name }) => quoted(name)).join(word);

const unknown = (choice: string): Broken => ({
  code: 'UNKNOWN_CHOICE',
  choice,
  others: [],
  reason: '',
  message: 'אחת הבחירות אינה מוצעת לדגם הזה',
});

function brokenGroup(group: ChoiceGroup, chosenKeys: Set<string>): Broken[] {
  if (group.multiple) return [];
  const others = group.choices.flatMap(({ key }) => (chosenKeys.has(key) ? [key] : []));
  if (others.length === 1) return [];
  const [code, message]: [BrokenCode, string] =
    others.length === 0
      ? ['CHOICE_MISSING', `יש לבחור אפשרות אחת: ${group.name}`]
      : ['ONLY_ONE', `אפשר לבחור רק אפשרות אחת: ${group.name}`];
  const keys = others.length === 0 ? group.choices.map(({ key }) => key) : others;
  return [{ code, choice: null, others: keys, reason: '', message }];
}

function brokenRule(choices: Choice[], rule: Rule, chosenKeys: Set<string>): Broken[] {
  const choice = choices.find(({ key }) => key === rule.choice);
  if (!choice || !chosenKeys.has(choice.key)) return [];
  const chosenOthers = rule.others.filter((key) => chosenKeys.has(key));
  const choicesOfKeys = (keys: string[]): Choice[] => choices.filter(({ key }) => keys.includes(key));
  const because = rule.reason && `. ${rule.reason}`;
  if (rule.kind === 'requires') {
    if (chosenOthers.length > 0) return [];
    const message = `כדי לבחור ${quoted(choice.name)} יש לבחור גם ${joined(choicesOfKeys(rule.others), ' או ')}${because}`;
    return [{ code: 'REQUIRES', choice: choice.key, others: rule.others, reason: rule.reason, message }];
  }
  if (chosenOthers.length === 0) return [];
  const message = `אי אפשר לשלב ${quoted(choice.name)} עם ${joined(choicesOfKeys(chosenOthers), ' או ')}${because}`;
  return [{ code: 'EXCLUDES', choice: choice.key, others: chosenOthers, reason: rule.reason, message }];
}
