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

let lastId = 0;
export const newId = (): number => ++lastId;

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
