import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Configurator, choicesOf, configure, variantDifference } from './configurator.ts';
import { difference, firstChoices, reopen, settle, withVariant } from './configurator-change.ts';

const skus = ['A', 'B', 'C'];

/** Small enough for exhaustive search: up to four groups of up to three choices, with any rules. */
const configurators = fc
  .array(
    fc.record({
      multiple: fc.boolean(),
      choices: fc.array(
        fc.record({
          price: fc.integer({ min: -50, max: 300 }),
          default: fc.boolean(),
          variants: fc.oneof(
            { weight: 3, arbitrary: fc.constant<string[]>([]) },
            { weight: 1, arbitrary: fc.subarray(skus) },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((groups) => {
    const namedGroups = groups.map((group, g) => ({
      name: `g${g}`,
      multiple: group.multiple,
      choices: group.choices.map((choice, c) => ({ key: `k${g}${c}`, name: `K${g}${c}`, ...choice })),
    }));
    const keys = namedGroups.flatMap(({ choices }) => choices.map(({ key }) => key));
    const rule = fc.record({
      choice: fc.constantFrom(...keys),
      kind: fc.constantFrom('requires' as const, 'excludes' as const),
      others: fc.subarray(keys, { minLength: 1, maxLength: Math.min(2, keys.length) }),
      reason: fc.constant(''),
    });
    return fc.array(rule, { maxLength: 5 }).map(
      (rules): Configurator => ({
        groups: namedGroups,
        rules: rules
          .map((one) => ({ ...one, others: one.others.filter((key) => key !== one.choice) }))
          .filter(({ others }) => others.length > 0),
        variants: skus.map((sku, i) => ({ id: sku, sku, price: 1000 + i, available: i > 0 })),
      }),
    );
  });

/** Every subset of choices, judged by an independent implementation of the rules. */
function possible(configurator: Configurator): string[][] {
  const all = choicesOf(configurator);
  const subsets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_choice, i) => bits & (1 << i)));
  return subsets
    .filter((chosen) => {
      const has = (key: string) => chosen.some((choice) => choice.key === key);
      const groups = configurator.groups.every(
        ({ multiple, choices }) => multiple || choices.filter(({ key }) => has(key)).length === 1,
      );
      const rules = configurator.rules.every(
        ({ choice, kind, others }) => !has(choice) || (kind === 'requires' ? others.some(has) : !others.some(has)),
      );
      const variant = skus.some((sku) =>
        chosen.every(({ variants }) => variants.length === 0 || variants.includes(sku)),
      );
      return groups && rules && variant;
    })
    .map((chosen) => chosen.map(({ key }) => key));
}
const sorted = (keys: readonly string[]): string => [...keys].sort().join();

describe('configure', () => {
  test('lets through exactly what the rules allow, and prices it by its parts', () => {
    fc.assert(
      fc.property(configurators, (configurator) => {
        const allowed = new Set(possible(configurator).map(sorted));
        const all = choicesOf(configurator);
        for (let bits = 0; bits < 2 ** Math.min(all.length, 10); bits++) {
          const chosen = all.filter((_choice, i) => bits & (1 << i));
          const keys = chosen.map(({ key }) => key);
          const configured = configure(configurator, keys);
          expect(configured.broken.length === 0).toBe(allowed.has(sorted(keys)));
          expect(configured.variant !== null).toBe(configured.broken.length === 0);
          if (configured.variant)
            expect(configured.price).toBe(
              chosen.reduce(
                (sum, { price, variants }) => sum + (variants.length > 0 ? 0 : price),
                configured.variant.price,
              ),
            );
          else expect(configured.price).toBeNull();
        }
      }),
      { numRuns: 150 },
    );
  });

  test('prices it the same in whatever order the choices stand, never below zero', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2000, max: 2000 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (prices, turn) => {
          const priced = (order: number[]) => {
            const choices = order.map((price, i) => ({ key: `k${i}`, name: '', price, default: false, variants: [] }));
            const variants = [{ id: 'v', sku: 'V', price: 1000, available: true }];
            const configurator = { groups: [{ name: 'g', multiple: true, choices }], rules: [], variants };
            return configure(
              configurator,
              choices.map(({ key }) => key),
            ).price;
          };
          const at = turn % prices.length;
          const sum = prices.reduce((total, price) => total + price, 1000);
          expect(priced(prices)).toBe(Math.max(0, sum));
          expect(priced([...prices.slice(at), ...prices.slice(0, at)])).toBe(Math.max(0, sum));
        },
      ),
    );
  });

  test('refuses what is not offered, and counts what is asked for twice once', () => {
    const configurator: Configurator = {
      groups: [
        { name: 'g', multiple: true, choices: [{ key: 'a', name: 'A', price: 10.1, default: false, variants: [] }] },
      ],
      rules: [],
      variants: [{ id: 'v', sku: 'V', price: 0.2, available: true }],
    };
    expect(configure(configurator, ['a', 'a'])).toMatchObject({ choices: ['a'], price: 10.3 });
    expect(configure(configurator, ['a', '__proto__']).broken).toMatchObject([{ code: 'UNKNOWN_CHOICE' }]);
  });
});

describe('settle', () => {
  test('grants a wish whenever some configuration can, with a possible one', () => {
    fc.assert(
      fc.property(configurators, fc.nat(), fc.nat(), fc.boolean(), (configurator, from, which, on) => {
        const all = possible(configurator);
        const choices = choicesOf(configurator);
        const { key } = choices[which % choices.length] ?? { key: '' };
        const start = all[from % all.length] ?? [];
        const settled = settle(configurator, start, { key, on });
        const granting = all.filter((keys) => keys.includes(key) === on);
        expect(settled !== null).toBe(granting.length > 0);
        if (settled) expect(granting.map(sorted)).toContain(sorted(settled));
        // A choice without requirements adds no other choice.
        const group = configurator.groups.find((one) => one.choices.some((choice) => choice.key === key));
        if (settled && group?.multiple && start.includes(key) !== on) {
          const alone = on ? [...start, key] : start.filter((other) => other !== key);
          if (all.map(sorted).includes(sorted(alone))) expect(sorted(settled)).toBe(sorted(alone));
        }
      }),
      { numRuns: 400 },
    );
  });

  test('a walk of any presses stays among what is possible', () => {
    fc.assert(
      fc.property(configurators, fc.array(fc.nat(), { maxLength: 12 }), (configurator, presses) => {
        const allowed = new Set(possible(configurator).map(sorted));
        fc.pre(allowed.size > 0);
        let chosen = firstChoices(configurator);
        const choices = choicesOf(configurator);
        for (const press of presses) {
          expect(allowed).toContain(sorted(chosen));
          const { key } = choices[press % choices.length] ?? { key: '' };
          chosen = settle(configurator, chosen, { key, on: !chosen.includes(key) }) ?? chosen;
        }
        expect(allowed).toContain(sorted(chosen));
      }),
      { numRuns: 200 },
    );
  });
});

test('in another colour it is the same but for what can’t be had in it', () => {
  const choice = (key: string, variants: string[] = []) => ({ key, name: key, price: 0, default: false, variants });
  const configurator: Configurator = {
    groups: [
      {
        name: 'colour',
        multiple: false,
        choices: [choice('red', ['R']), choice('yellow', ['Y']), choice('grey', ['G'])],
      },
      { name: 'extras', multiple: true, choices: [choice('rack'), choice('stripes')] },
    ],
    rules: [{ choice: 'stripes', kind: 'excludes', others: ['yellow'], reason: '' }],
    variants: ['R', 'Y'].map((sku) => ({ id: sku, sku, price: 1, available: sku === 'R' })),
  };
  expect(withVariant(configurator, ['red', 'rack'], 'R')).toEqual(['red', 'rack']);
  expect(withVariant(configurator, ['red', 'rack', 'stripes'], 'Y')).toEqual(['yellow', 'rack']);
  expect(withVariant(configurator, ['red'], 'gone')).toBeNull();
  expect(withVariant(configurator, ['red'], 'G')).toBeNull();
});

test('what was stored opens as it was while it can, and as something possible when it can’t', () => {
  fc.assert(
    fc.property(configurators, fc.nat(), fc.nat(), (configurator, which, gone) => {
      const all = possible(configurator);
      fc.pre(all.length > 0);
      const stored = all[which % all.length] ?? [];
      expect(sorted(reopen(configurator, stored))).toBe(sorted(stored));
      const less: Configurator = {
        ...configurator,
        groups: configurator.groups.map((group) => ({
          ...group,
          choices: group.choices.filter(({ key }) => key !== stored[gone % stored.length]),
        })),
      };
      const left = new Set(possible(less).map(sorted));
      fc.pre(left.size > 0);
      expect(left).toContain(sorted(reopen(less, stored)));
    }),
    { numRuns: 200 },
  );
});

test('a choice of variants shows how much more the cheapest of them costs than the cheapest of all', () => {
  const variants = [900.5, 1000, 1300].map((price, i) => ({ id: `${i}`, sku: `S${i}`, price, available: true }));
  expect(variantDifference(variants, ['S0', 'S2'])).toBe(0);
  expect(variantDifference(variants, ['S1', 'S2'])).toBe(99.5);
  expect(variantDifference(variants, ['S2'])).toBe(399.5);
  expect(variantDifference(variants, ['gone'])).toBe(0);
});

test('what differs is told by name', () => {
  const choice = (key: string) => ({ key, name: key.toUpperCase(), price: 0, default: false, variants: [] });
  const configurator: Configurator = {
    groups: [{ name: 'g', multiple: true, choices: ['a', 'b', 'c'].map(choice) }],
    rules: [],
    variants: [],
  };
  const { added, removed } = difference(configurator, ['a', 'b'], ['b', 'c']);
  expect([added, removed].map((list) => list.map(({ name }) => name))).toEqual([['C'], ['A']]);
});
