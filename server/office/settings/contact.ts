import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { readWidgets, type Widget } from '../../export/content.ts';
import { checkContent } from '../../import/checks/content.ts';
import { footerComponents, widgetsFile } from '../../import/schemas/content.ts';
import { writeContent } from '../../import/write/content.ts';
import { officeCall } from '../../staff/office-call.ts';
import { edited, only } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { filePath } from '../store-files/pictures.ts';
import { parseFile } from '../store-files/problems.ts';
import { rowsOf } from '../store-files/store-file.ts';

type Contact = Record<string, unknown>;

const widgetsOf = (tx: Db, store: string): Promise<Widget[]> =>
  readWidgets(rowsOf(tx), { uuid: store, place: async (media) => filePath(media) });

/** The widget of each line; the first of a name counts. */
const lineOf = (widgets: Widget[], name: string): Widget | undefined =>
  widgets.find(({ area, component }) => area === 'FOOTER' && component === name);

const toContact = (widgets: Widget[]): Contact =>
  Object.fromEntries(footerComponents.map((name) => [name, lineOf(widgets, name)?.attributes.value]));

/** What stands at the foot of every page: phones, hours, networks, small print. */
export const readContact = async (tx: Db, store: string): Promise<Contact> => toContact(await widgetsOf(tx, store));

export const editContact = officeCall(
  {
    name: 'settings.edit-contact',
    permission: 'settings.edit',
    input: z.object({ store: z.uuid(), ...edited }),
    kind: 'write',
    draftable: true,
    entity: 'store',
  },
  (ctx, { store: uuid, was, now }) =>
    ctx.db.transaction(async (tx) => {
      const store = await editedStore(tx, uuid);
      await tx.select({ uuid: stores.uuid }).from(stores).where(eq(stores.uuid, uuid)).for('update');
      const currentWidgets = await widgetsOf(tx, uuid);
      const merged = mergeEdited(toContact(currentWidgets), only(was, footerComponents), only(now, footerComponents));
      const before = footerComponents.map((component) => lineOf(currentWidgets, component));
      const lines = footerComponents.flatMap((component, at) =>
        merged[component]
          ? [{ area: 'FOOTER', ...before[at], component, attributes: { value: merged[component] } }]
          : [],
      );
      const widgets = parseFile(widgetsFile, [
        ...currentWidgets.filter((widget) => !before.includes(widget)),
        ...lines,
      ]);
      const parts = { folder: folderOf(store, { widgets }), checks: [checkContent], isEdited: () => false };
      await writeParts(tx, { deps: ctx, store, ...parts }, [writeContent]);
    }),
);
