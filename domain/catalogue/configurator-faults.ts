import { type Configurator, choicesOf, configure } from './configurator.ts';
import { settle } from './configurator-change.ts';

/**
 * What an operator should know of a configurator. `impossible`: nothing can be ordered at all. `never`: no
 * configuration has the choice. `contradiction`: a rule requires of a choice what another rule forbids with it.
 * `always`: the choice can't be left out though it is offered as one that can. `dead-end`: two choices can't be had
 * together though no rule says so of them; `noVariant` where no SKU has both.
 */
export type ConfiguratorFault =
  | { kind: 'impossible' }
  | { kind: 'never' | 'always'; choice: string }
  | { kind: 'contradiction'; choice: string; others: string[] }
  | { kind: 'dead-end'; choice: string; other: string; noVariant: boolean };

/** Every fault that shoppers would meet, worst first. Costs a search for each pair of choices. */
export function findFaults(configurator: Configurator): ConfiguratorFault[] {
  const contradictions = contradictionsOf(configurator);
  if (!isPossible(configurator, [])) return [{ kind: 'impossible' }, ...contradictions];
  const choices = choicesOf(configurator);
  const possible = choices.filter(({ key }) => isPossible(configurator, [key]));
  const never = choices.filter((choice) => !possible.includes(choice));
  const always = configurator.groups
    .filter(({ multiple }) => multiple)
    .flatMap((group) => group.choices)
    .filter((choice) => possible.includes(choice) && !settle(configurator, [], { key: choice.key, on: false }));
  return [
    ...contradictions,
    ...never.map(({ key }): ConfiguratorFault => ({ kind: 'never', choice: key })),
    ...always.map(({ key }): ConfiguratorFault => ({ kind: 'always', choice: key })),
    ...deadEnds(
      configurator,
      possible.map(({ key }) => key),
    ),
  ];
}

/** Whether a valid configuration has all of these, two at most. */
function isPossible(configurator: Configurator, [first, second]: string[]): boolean {
  if (first === undefined) return settle(configurator, firstOfEach(configurator), null) !== null;
  if (second === undefined) return settle(configurator, [], { key: first, on: true }) !== null;
  const together = { choice: first, kind: 'requires' as const, others: [second], reason: '' };
  return isPossible({ ...configurator, rules: [...configurator.rules, together] }, [first]);
}

const firstOfEach = ({ groups }: Configurator): string[] =>
  groups.flatMap(({ multiple, choices }) => (multiple ? [] : choices.slice(0, 1).map(({ key }) => key)));

/** A choice that requires only what it excludes, or what excludes it. */
function contradictionsOf({ rules }: Configurator): ConfiguratorFault[] {
  const excludes = (one: string, other: string) =>
    rules.some(({ choice, kind, others }) => kind === 'excludes' && choice === one && others.includes(other));
  return rules
    .filter(({ choice, kind, others }) => {
      return kind === 'requires' && others.every((other) => excludes(choice, other) || excludes(other, choice));
    })
    .map(({ choice, others }) => ({ kind: 'contradiction', choice, others }));
}

function deadEnds(configurator: Configurator, keys: string[]): ConfiguratorFault[] {
  const groupOf = (key: string) => configurator.groups.find(({ choices }) => choices.some((one) => one.key === key));
  const excluded = (one: string, other: string) =>
    configurator.rules.some((rule) => rule.kind === 'excludes' && rule.choice === one && rule.others.includes(other));
  /** It requires another choice of the group that has one only. */
  const passedOver = (one: string, other: string) => {
    const group = groupOf(other);
    return configurator.rules.some(
      ({ choice, kind, others }) =>
        kind === 'requires' &&
        choice === one &&
        !group?.multiple &&
        !others.includes(other) &&
        others.every((required) => groupOf(required) === group),
    );
  };
  const isSaid = (one: string, other: string) => excluded(one, other) || passedOver(one, other);
  return keys.flatMap((choice, at) =>
    keys.slice(at + 1).flatMap((other): ConfiguratorFault[] => {
      const group = groupOf(choice);
      if (group === groupOf(other) && !group?.multiple) return [];
      if (isSaid(choice, other) || isSaid(other, choice) || isPossible(configurator, [choice, other])) return [];
      return [{ kind: 'dead-end', choice, other, noVariant: hasNoVariant(configurator, [choice, other]) }];
    }),
  );
}

const hasNoVariant = (configurator: Configurator, keys: string[]): boolean =>
  configure(configurator, keys).broken.some(({ code }) => code === 'NO_VARIANT');
