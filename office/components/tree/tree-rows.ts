/** Whatever stands in lines, each on a level: what moves is a line with those below it. */
type Levelled = { level: number };

const MAX_LEVELS = 3;

/** Where the line's branch ends: the first line after it that is not below it. */
export function endOf(rows: readonly Levelled[], at: number): number {
  const { level } = rows[at] as Levelled;
  let end = at + 1;
  while (end < rows.length && (rows[end] as Levelled).level > level) end++;
  return end;
}

const deepest = (branch: readonly Levelled[]): number => Math.max(...branch.map(({ level }) => level));

/** One place up or down among its neighbours of the same level; the rows as they were where there is none. */
export function moveRow<Row extends Levelled>(rows: Row[], at: number, by: -1 | 1): Row[] {
  const end = endOf(rows, at);
  const { level } = rows[at] as Levelled;
  const branch = rows.slice(at, end);
  const rest = [...rows.slice(0, at), ...rows.slice(end)];
  if (by === 1) {
    if (rows[end]?.level !== level) return rows;
    rest.splice(at + endOf(rows, end) - end, 0, ...branch);
    return rest;
  }
  let before = at - 1;
  while (before >= 0 && (rows[before] as Levelled).level > level) before--;
  if (before < 0 || (rows[before] as Levelled).level !== level) return rows;
  rest.splice(before, 0, ...branch);
  return rest;
}

/** Below the line before it, or out of it again. */
export function indentRow<Row extends Levelled>(rows: Row[], at: number, by: -1 | 1): Row[] {
  const end = endOf(rows, at);
  const branch = rows.slice(at, end);
  const level = (rows[at] as Levelled).level + by;
  const previous = rows[at - 1];
  if (level < 0 || (by === 1 && (!previous || previous.level < level - 1 || deepest(branch) + 1 >= MAX_LEVELS)))
    return rows;
  const moved = branch.map((row) => ({ ...row, level: row.level + by }));
  if (by === 1) return [...rows.slice(0, at), ...moved, ...rows.slice(end)];
  // What came after it in the same branch stays where it is: the line moves behind it.
  const parentEnd = endOf(rows, parentOf(rows, at));
  return [...rows.slice(0, at), ...rows.slice(end, parentEnd), ...moved, ...rows.slice(parentEnd)];
}

function parentOf(rows: readonly Levelled[], at: number): number {
  const { level } = rows[at] as Levelled;
  let parent = at - 1;
  while (parent > 0 && (rows[parent] as Levelled).level >= level) parent--;
  return parent;
}

/** Before another line, on its level; the rows as they were where that is in its own branch, or too deep for it. */
export function moveBefore<Row extends Levelled>(rows: Row[], at: number, target: number): Row[] {
  const end = endOf(rows, at);
  const by = (rows[target] as Levelled).level - (rows[at] as Levelled).level;
  const branch = rows.slice(at, end).map((row) => ({ ...row, level: row.level + by }));
  if ((target >= at && target < end) || (by > 0 && deepest(branch) >= MAX_LEVELS)) return rows;
  const rest = [...rows.slice(0, at), ...rows.slice(end)];
  return rest.toSpliced(target > at ? target - branch.length : target, 0, ...branch);
}
