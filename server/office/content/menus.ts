import { z } from 'zod';
import { menuKeys } from '#contract/stores.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { storedLinkPath } from '#domain/text/links.ts';
import { type Menus, readMenus } from '../../export/content.ts';
import { checkContent } from '../../import/checks/content.ts';
import { menusFile } from '../../import/schemas/content.ts';
import { writeContent } from '../../import/write/content.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { hiddenLinks } from '../../stores/hidden-links.ts';
import { edited, only } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { rowsOf } from '../store-files/store-file.ts';
import { articlePlace } from './pages.ts';

const NO_MENUS = Object.fromEntries(menuKeys.map((key) => [key, []])) as unknown as Menus;
/** Shown in the shop: a link, what is below it, and what is below that. */
const MAX_LEVELS = 3;

/** `hidden`: paths of links that the shop leaves out, as their products are hidden. */
export const readStoreMenus = officeCall(
  {
    name: 'content.menus',
    permission: 'content.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  (ctx, { store }) =>
    ctx.db.transaction(async (tx) => {
      const menus = JSON.parse(JSON.stringify((await readMenus(rowsOf(tx), store)) ?? NO_MENUS)) as Menus;
      const paths = Object.values(menus).flatMap(pathsIn);
      return {
        menus,
        hidden: paths.filter(await hiddenLinks(tx, store, paths)),
        ...(await articlePlace(ctx, store)),
      };
    }),
);

const pathsIn = (links: Menus[keyof Menus]): string[] =>
  links.flatMap((link) => [storedLinkPath(link), ...pathsIn(link.children)]);

/** Each menu is one field: of two people who changed the same one, the second gets a conflict. */
export const editMenus = officeCall(
  {
    name: 'content.edit-menus',
    permission: 'content.edit',
    also: 'content.publish',
    input: z.object({ store: z.uuid(), ...edited }),
    kind: 'write',
    draftable: true,
    entity: 'store',
  },
  (ctx, { store, was, now }) =>
    ctx.db.transaction(async (tx) => {
      await tx.select({ uuid: stores.uuid }).from(stores).where(eq(stores.uuid, store)).for('update');
      const currentMenus = (await readMenus(rowsOf(tx), store)) ?? NO_MENUS;
      const menus = parseFile(menusFile, mergeEdited(currentMenus, only(was, menuKeys), only(now, menuKeys)));
      if (menuKeys.some((key) => (menus[key] ?? []).some((link) => levelsOf(link) > MAX_LEVELS)))
        throw refuse('BAD_REQUEST', { message: `תפריט הוא עד ${MAX_LEVELS} רמות` });
      const target = await editedStore(tx, store);
      const changed = menuKeys.filter((key) => JSON.stringify(was[key]) !== JSON.stringify(now[key]));
      await writeParts(
        tx,
        {
          deps: ctx,
          store: target,
          folder: folderOf(target, { menus }),
          checks: [checkContent],
          isEdited: ({ column }) => changed.some((key) => column?.startsWith(`${key}[`)),
        },
        [writeContent],
      );
    }),
);

const levelsOf = ({ children }: { children: { children: unknown[] }[] }): number =>
  1 + Math.max(0, ...children.map((child) => levelsOf(child as Parameters<typeof levelsOf>[0])));
