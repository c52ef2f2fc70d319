import { refuse } from '../../platform/errors.ts';

/** What somebody else saved while the form was open; `field` is the path of it in the file (`home.hero`). */
type FileConflict = { field: string; was: unknown; theirs: unknown; mine: unknown };
type Values = Record<string, unknown>;

/**
 * A store's file with what a form changed in it and nothing else: whatever somebody else has saved meanwhile in other
 * fields stays. Lists are one field.
 * @param was what the form began with; only names in `was` or `now` are compared
 * @throws CHANGED_MEANWHILE with `{ conflicts }` in its details
 */
export function mergeEdited<T extends Values>(current: T, was: Values, now: Values): T {
  const conflicts: FileConflict[] = [];
  const merged = mergeValues(current, was, now, '', conflicts) as T;
  if (conflicts.length > 0) throw refuse('CHANGED_MEANWHILE', { details: { conflicts } });
  return merged;
}

function mergeValues(current: Values, was: Values, now: Values, path: string, conflicts: FileConflict[]): Values {
  const merged = { ...current };
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [theirs, former, mine] = [current[name], was[name], now[name]];
    const field = path ? `${path}.${name}` : name;
    if (same(former, mine) || same(theirs, mine)) continue;
    if (same(theirs, former)) merged[name] = mine;
    else if (isRecord(theirs) && isRecord(former) && isRecord(mine))
      merged[name] = mergeValues(theirs, former, mine, field, conflicts);
    else conflicts.push({ field, was: former, theirs, mine });
  }
  return merged;
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Without what is not set, whatever the sequence of names: a form leaves out what is empty. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isRecord(inner)
        ? Object.fromEntries(
            Object.entries(inner)
              .filter(([, one]) => one !== undefined && one !== null && one !== '')
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : inner,
    ) ?? ''
  );
}
