import { type Broken, type Choice, type Configurator, choicesOf, configure } from './configurator.ts';

/** The shopper's requested change: this choice in (`on`) or out. */
export type Toggle = { key: string; on: boolean };

/** Search limit, for operators' rules that contradict one another; real rule sets need a handful of steps. */
const MAX_TRIED = 3_000;

/**
 * The valid configuration nearest to `chosen` that includes the requested change; `null` when there is none.
 * Breadth-first: each step repairs one broken rule, so the result differs as little as possible.
 */
export function settle(configurator: Configurator, chosen: readonly string[], toggle: Toggle | null): string[] | null {
  const granted = (keys: string[]): boolean => toggle === null || keys.includes(toggle.key) === toggle.on;
  const first =
    toggle === null
      ? [[...chosen]]
      : toggle.on
        ? [adding(configurator, chosen, toggle.key)]
        : removing(configurator, chosen, toggle.key);
  const waiting = first.filter(granted);
  const seen = new Set(waiting.map(identity));
  for (let state = waiting.shift(); state; state = waiting.shift()) {
    const { broken, choices } = configure(configurator, state);
    const [problem] = broken;
    if (!problem) return choices;
    for (const next of repairs(configurator, state, problem)) {
      if (!granted(next) || seen.has(identity(next)) || seen.size > MAX_TRIED) continue;
      seen.add(identity(next));
      waiting.push(next);
    }
  }
  return null;
}

const identity = (keys: readonly string[]): string => [...keys].sort().join();

/** Every single change that could repair a broken rule. One of them leads nearer to any valid configuration. */
function repairs(configurator: Configurator, chosen: string[], { code, choice, others }: Broken): string[][] {
  const add = (keys: string[]) => keys.map((key) => adding(configurator, chosen, key));
  const remove = (keys: string[]) => keys.flatMap((key) => removing(configurator, chosen, key));
  const groupChoice = choice === null ? [] : [choice];
  switch (code) {
    case 'UNKNOWN_CHOICE':
      return [chosen.filter((key) => key !== choice)];
    case 'CHOICE_MISSING':
      return add(others);
    case 'ONLY_ONE':
      return others.map((key) => adding(configurator, chosen, key));
    case 'REQUIRES':
      return [...add(others), ...remove(groupChoice)];
    case 'EXCLUDES':
      return [...remove(others), ...remove(groupChoice)];
    case 'NO_VARIANT':
      return remove(others);
  }
}

const groupOf = (configurator: Configurator, key: string) =>
  configurator.groups.find((group) => group.choices.some((choice) => choice.key === key));

/** In a single-choice group, the new choice replaces the old one. */
export function adding(configurator: Configurator, chosen: readonly string[], key: string): string[] {
  const group = groupOf(configurator, key);
  const replaced = group && !group.multiple ? group.choices.map((choice) => choice.key) : [key];
  return [...chosen.filter((other) => !replaced.includes(other)), key];
}

/** In a single-choice group, each other choice may take its place. */
function removing(configurator: Configurator, chosen: readonly string[], key: string): string[][] {
  const group = groupOf(configurator, key);
  const rest = chosen.filter((other) => other !== key);
  if (!group || group.multiple) return [rest];
  return group.choices.filter((choice) => choice.key !== key).map((choice) => [...rest, choice.key]);
}

/** The initial configuration: the operator's defaults, as near as rules and stock allow. */
export function firstChoices(configurator: Configurator): string[] {
  const preset = configurator.groups.flatMap((group) => {
    const marked = group.choices.filter((choice) => choice.default);
    return group.multiple ? marked : marked.length > 0 ? marked : group.choices.slice(0, 1);
  });
  const begin = settle(
    configurator,
    preset.map(({ key }) => key),
    null,
  );
  if (!begin || configure(configurator, begin).variant?.available) return begin ?? [];
  const inStock = choicesOf(configurator).filter(({ variants }) =>
    configurator.variants.some(({ sku, available }) => available && variants.includes(sku)),
  );
  for (const { key } of inStock) {
    const other = settle(configurator, begin, { key, on: true });
    if (other && configure(configurator, other).variant?.available) return other;
  }
  return begin;
}

/**
 * The valid configuration nearest to `chosen` that is of this SKU; `null` when no choice names it or none can be had
 * with it.
 */
export function withVariant(configurator: Configurator, chosen: readonly string[], sku: string): string[] | null {
  const naming = choicesOf(configurator).filter(({ variants }) => variants.includes(sku));
  let next: string[] | null = null;
  for (const { key } of naming) {
    next = settle(configurator, next ?? chosen, { key, on: true });
    if (!next) return null;
  }
  return next && configure(configurator, next).variants.some((variant) => variant.sku === sku) ? next : null;
}

/** A stored configuration with today's choices: removed ones are dropped, missing ones filled in. */
export function reopen(configurator: Configurator, stored: readonly string[]): string[] {
  const currentKeys = new Set(choicesOf(configurator).map(({ key }) => key));
  const remaining = stored.filter((key) => currentKeys.has(key));
  const preset = firstChoices(configurator);
  const filled = configurator.groups.flatMap(({ multiple, choices }) => {
    const here = choices.filter(({ key }) => remaining.includes(key));
    return multiple || here.length > 0 ? here : choices.filter(({ key }) => preset.includes(key));
  });
  return (
    settle(
      configurator,
      filled.map(({ key }) => key),
      null,
    ) ?? preset
  );
}

/** Choices that are in one configuration and not in the other. */
export function difference(configurator: Configurator, before: readonly string[], after: readonly string[]) {
  const all = choicesOf(configurator);
  return {
    added: all.filter(({ key }) => after.includes(key) && !before.includes(key)),
    removed: all.filter(({ key }) => before.includes(key) && !after.includes(key)),
  } satisfies Record<string, Choice[]>;
}
