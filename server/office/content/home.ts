import { z } from 'zod';
import type { StoreHome } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { productPath } from '#domain/text/links.ts';
import { readWidgets, type Widget } from '../../export/content.ts';
import { checkContent } from '../../import/checks/content.ts';
import { widgetsFile } from '../../import/schemas/content.ts';
import { writeContent } from '../../import/write/content.ts';
import { officeCall } from '../../staff/office-call.ts';
import { hiddenLinks } from '../../stores/hidden-links.ts';
import { edited, only } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { filePath } from '../store-files/pictures.ts';
import { parseFile } from '../store-files/problems.ts';
import { editStore, readStore, rowsOf } from '../store-files/store-file.ts';
import { articlePlace } from './pages.ts';

type Values = Record<string, unknown>;

/**
 * The home page as its form has it: `home` of store.json, and the banners of widgets.json, each with its attributes
 * beside its name. `hidden`: links that the shop leaves out, and paths of products, as these are hidden.
 */
export const readHome = officeCall(
  {
    name: 'content.home',
    permission: 'content.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  (ctx, { store }) =>
    ctx.db.transaction(async (tx) => {
      const { home } = await readStore(tx, store);
      const banners = (await widgetsOf(tx, store)).filter(isBanner);
      const { hero = [], featured = [], story } = home as StoreHome;
      const links = [
        ...[...hero, ...(story ? [story] : []), ...banners.map(({ attributes }) => attributes)].map(({ link }) => link),
        ...[...hero.flatMap(({ product }) => product ?? []), ...featured].map(productPath),
      ];
      return {
        home: { home: home as Values, banners: banners.map(toForm) },
        hidden: links.filter(await hiddenLinks(tx, store, links)),
        ...(await articlePlace(ctx, store)),
      };
    }),
);

/** Banners of every page's foot: phones, addresses, networks. */
const isBanner = ({ area }: { area: string }): boolean => area === 'CENTER';

const widgetsOf = (tx: Db, store: string): Promise<Widget[]> =>
  readWidgets(rowsOf(tx), { uuid: store, place: async (media) => filePath(media) });

const toForm = ({ component, style, attributes, items }: Widget): Values => ({
  ...attributes,
  component,
  style,
  items,
});

const toWidget = ({ component, style, items, ...attributes }: Values): Values => ({
  area: 'CENTER',
  component,
  style,
  attributes,
  items,
});

export const editHome = officeCall(
  {
    name: 'content.edit-home',
    permission: 'content.edit',
    also: 'content.publish',
    input: z.object({ store: z.uuid(), ...edited }),
    kind: 'write',
    draftable: true,
    entity: 'store',
  },
  (ctx, { store, was, now }) =>
    ctx.db.transaction(async (tx) => {
      await editStore(tx, ctx, { store, names: ['home'], was, now });
      const currentWidgets = await widgetsOf(tx, store);
      const merged = mergeEdited(
        { banners: currentWidgets.filter(isBanner).map(toForm) },
        only(was, ['banners']),
        only(now, ['banners']),
      );
      const banners = z.array(z.record(z.string(), z.unknown())).safeParse(merged.banners).data ?? [];
      const widgets = parseFile(widgetsFile, [
        ...banners.map(toWidget),
        ...currentWidgets.filter((widget) => !isBanner(widget)),
      ]);
      const target = await editedStore(tx, store);
      const parts = { folder: folderOf(target, { widgets }), checks: [checkContent] };
      const fieldOf = (column: string) => `banners${column}`;
      await writeParts(tx, { deps: ctx, store: target, ...parts, fieldOf }, [writeContent]);
    }),
);
