/** A link of `menus.json`. */
export type MenuLink = {
  name: string;
  entity_type: string;
  slug?: string | undefined;
  custom_path?: string | undefined;
  area_number: number;
  children: MenuLink[];
};

/** A menu as lines, each on its level: what moves is a line with those below it. */
export type MenuRow = Omit<MenuLink, 'children'> & { id: number; level: number };

/** Whatever stands in lines, each on a level. */
type Levelled = { level: number };

export const MOST_LEVELS = 3;

let made = 0;
export const newId = (): number => ++made;

export const toRows = (links: readonly MenuLink[], level = 0): MenuRow[] =>
  links.flatMap(({ children, ...link }) => [{ ...link, id: newId(), level }, ...toRows(children, level + 1)]);

export function fromRows(rows: readonly MenuRow[]): MenuLink[] {
  const top: MenuLink[] = [];
  const open: MenuLink[] = [];
  for (const { id: _, level, ...row } of rows) {
    const link = { ...row, children: [] };
    (level === 0 ? top : (open[level - 1] as MenuLink).children).push(link);
    open[level] = link;
  }
  return top;
}

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

/** Below the link before it, or out of it again. */
export function indentRow<Row extends Levelled>(rows: Row[], at: number, by: -1 | 1): Row[] {
  const end = endOf(rows, at);
  const branch = rows.slice(at, end);
  const level = (rows[at] as Levelled).level + by;
  const previous = rows[at - 1];
  if (level < 0 || (by === 1 && (!previous || previous.level < level - 1 || deepest(branch) + 1 >= MOST_LEVELS)))
    return rows;
  const moved = branch.map((row) => ({ ...row, level: row.level + by }));
  if (by === 1) return [...rows.slice(0, at), ...moved, ...rows.slice(end)];
  // What came after it in the same branch stays where it is: the link moves behind it.
  const parentEnd = endOf(rows, parentOf(rows, at));
  return [...rows.slice(0, at), ...rows.slice(end, parentEnd), ...moved, ...rows.slice(parentEnd)];
}

function parentOf(rows: readonly Levelled[], at: number): number {
  const { level } = rows[at] as Levelled;
  let parent = at - 1;
  while (parent > 0 && (rows[parent] as Levelled).level >= level) parent--;
  return parent;
}

/** The place of a line as the file names it: `TOP_MENU.0.children.1`. */
export function pathOfRow(rows: readonly MenuRow[], at: number): string {
  const counts = [0, 0, 0, 0];
  for (let index = 0; index <= at; index++) {
    const { level } = rows[index] as MenuRow;
    counts[level] = (counts[level] ?? 0) + 1;
    counts.fill(0, level + 1);
  }
  const { level } = rows[at] as MenuRow;
  return counts
    .slice(0, level + 1)
    .map((count) => count - 1)
    .join('.children.');
}
