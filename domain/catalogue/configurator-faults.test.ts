import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Configurator, choicesOf, configure } from './configurator.ts';
import { findFaults } from './configurator-faults.ts';

type Rule = Configurator['rules'][number];
const rule = (choice: string, kind: Rule['kind'], ...others: string[]): Rule => ({ choice, kind, others, reason: '' });

/** Groups of choices by their letters, `+` for any number of them; `skus`: those of each choice. */
function configurator(
  groups: string[],
  rules: Rule[] = [],
  skus: Record<string, readonly string[]> = {},
): Configurator {
  const sold = [...new Set(Object.values(skus).flat())];
  return {
    groups: groups.map((letters) => ({
      name: letters,
      multiple: letters.startsWith('+'),
      choices: [...letters.replace('+', '')].map((key) => ({
        key,
        name: key,
        price: 0,
        default: false,
        variants: [...(skus[key] ?? [])],
      })),
    })),
    rules,
    variants: (sold.length > 0 ? sold : ['v']).map((sku) => ({ id: sku, sku, price: 100, available: true })),
  };
}

test('a configurator without faults has none', () => {
  expect(findFaults(configurator(['ab', '+cd'], [rule('c', 'requires', 'a'), rule('b', 'excludes', 'c')]))).toEqual([]);
});

test('what rules say of two choices is no dead end, what follows from several of them is one', () => {
  const needs = [rule('c', 'requires', 'b'), rule('d', 'excludes', 'c')];
  expect(findFaults(configurator(['ab', '+cd'], needs))).toEqual([]);
  const follows = configurator(['ab', '+cde'], [...needs, rule('e', 'requires', 'd')]);
  expect(findFaults(follows)).toEqual([{ kind: 'dead-end', choice: 'c', other: 'e', noVariant: false }]);
});

test('a choice that requires what it excludes is a contradiction, and can never be taken', () => {
  const faults = findFaults(configurator(['ab', '+c'], [rule('c', 'requires', 'a'), rule('a', 'excludes', 'c')]));
  expect(faults).toEqual([
    { kind: 'contradiction', choice: 'c', others: ['a'] },
    { kind: 'never', choice: 'c' },
  ]);
});

test('two choices that no SKU has together are a dead end; one that is always there can’t be left out', () => {
  const bySku = configurator(['ab', 'cd'], [], { a: ['1', '2'], b: ['3'], c: ['1', '3'], d: ['2'] });
  expect(findFaults(bySku)).toEqual([{ kind: 'dead-end', choice: 'b', other: 'd', noVariant: true }]);
  const always = configurator(['ab', '+c'], [rule('a', 'requires', 'c'), rule('b', 'requires', 'c')]);
  expect(findFaults(always)).toEqual([{ kind: 'always', choice: 'c' }]);
});

test('where nothing can be ordered, that is what is said', () => {
  const nothing = configurator(['a', 'b'], [rule('a', 'excludes', 'b')]);
  expect(findFaults(nothing)).toEqual([{ kind: 'impossible' }]);
});

/** Two groups of one choice and one of any number, with rules and SKUs as they come. */
const anyConfigurator = fc
  .record({
    rules: fc.array(
      fc.record({
        choice: fc.constantFrom(...'abcdef'),
        kind: fc.constantFrom('requires' as const, 'excludes' as const),
        others: fc.uniqueArray(fc.constantFrom(...'abcdef'), { minLength: 1, maxLength: 2 }),
      }),
      { maxLength: 4 },
    ),
    skus: fc.record({
      a: fc.constantFrom([], ['1'], ['1', '2']),
      b: fc.constantFrom([], ['2']),
      c: fc.constantFrom([], ['1'], ['2', '3']),
    }),
  })
  .map(({ rules, skus }) =>
    configurator(
      ['ab', 'cd', '+ef'],
      rules
        .map(({ choice, kind, others }) => rule(choice, kind, ...others.filter((one) => one !== choice)))
        .filter(({ others }) => others.length > 0),
      skus,
    ),
  );

/** Every valid configuration, by trying all sets of choices. */
function allValid(of: Configurator): string[][] {
  const keys = choicesOf(of).map(({ key }) => key);
  return Array.from({ length: 2 ** keys.length }, (_, bits) => keys.filter((_key, at) => bits & (1 << at))).filter(
    (set) => configure(of, set).broken.length === 0,
  );
}

test('faults are those that trying every set of choices finds', () => {
  fc.assert(
    fc.property(anyConfigurator, (of) => {
      const faults = findFaults(of);
      const valid = allValid(of);
      expect(faults.some(({ kind }) => kind === 'impossible')).toBe(valid.length === 0);
      if (valid.length === 0) return;
      const keys = choicesOf(of).map(({ key }) => key);
      const named = (kind: string) =>
        faults.flatMap((fault) => (fault.kind === kind && 'choice' in fault ? [fault.choice] : []));
      expect(named('never')).toEqual(keys.filter((key) => !valid.some((set) => set.includes(key))));
      expect(named('always')).toEqual(['e', 'f'].filter((key) => valid.every((set) => set.includes(key))));
      for (const fault of faults)
        if (fault.kind === 'dead-end')
          expect(valid.some((set) => set.includes(fault.choice) && set.includes(fault.other))).toBe(false);
    }),
    { numRuns: 300 },
  );
});
