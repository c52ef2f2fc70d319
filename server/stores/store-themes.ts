import { stores, templateSettings } from '#db/schema/index.ts';
import { and, asc, eq, inArray } from '#db/sql.ts';
import { themeChoices } from '#domain/catalogue/theme-choices.ts';
import type { RequestContext } from '../context.ts';

export type StoreTheme = { key: string; name: string; settings: Record<string, string> };

const SETTINGS = ['clr1', 'clr2', 'clr3', ...Object.keys(themeChoices)];

/** The colours and choices of each of the company's stores, this one first, for the design system page. */
export async function listStoreThemes(ctx: RequestContext): Promise<StoreTheme[]> {
  const rows = await ctx.db
    .select({
      key: stores.key,
      name: stores.name,
      setting: templateSettings.settingName,
      value: templateSettings.settingValue,
    })
    .from(stores)
    .innerJoin(templateSettings, eq(templateSettings.storeUid, stores.uuid))
    .where(and(eq(stores.companyUid, ctx.store.companyUid), inArray(templateSettings.settingName, SETTINGS)))
    .orderBy(asc(stores.position), asc(stores.key));
  const themes = new Map<string, StoreTheme>();
  for (const { key, name, setting, value } of rows) {
    const theme = themes.get(key) ?? { key, name, settings: {} };
    theme.settings[setting] = value;
    themes.set(key, theme);
  }
  return [...themes.values()].sort((a, b) => Number(b.key === ctx.store.key) - Number(a.key === ctx.store.key));
}
