import sharp from 'sharp';
import { companies, stores, templateSettings } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { themeOf } from '#domain/catalogue/theme.ts';
import type { Deps } from '../context.ts';
import { siteUrl } from '../platform/site-url.ts';

/** The store's look in a mail. */
export type Brand = {
  name: string;
  email: string | null;
  /** Where leads are answered from. */
  leadEmail: string | null;
  url: string;
  company: string;
  address: string;
  dark: string;
  action: string;
  onAction: string;
  actionInk: string;
  /** PNG, because mail programs show no SVG; at twice its displayed size. */
  logo: { bytes: Buffer; width: number; height: number } | null;
};

/** Where the store's people read of what waits for them; `null`: they read it in the office alone. */
export const staffMailbox = ({ leadEmail, email }: Pick<Brand, 'leadEmail' | 'email'>): string | null =>
  leadEmail ?? email;

const LOGO_HEIGHT = 36;

export async function brandOf(deps: Pick<Deps, 'db' | 'storage' | 'env'>, storeUid: string): Promise<Brand | null> {
  const [[row], settings] = await Promise.all([
    deps.db
      .select({ store: stores, company: companies })
      .from(stores)
      .innerJoin(companies, eq(companies.uuid, stores.companyUid))
      .where(eq(stores.uuid, storeUid)),
    deps.db.select().from(templateSettings).where(eq(templateSettings.storeUid, storeUid)),
  ]);
  if (!row) return null;
  const { store, company } = row;
  const theme = themeOf(Object.fromEntries(settings.map((row) => [row.settingName, row.settingValue])));
  return {
    name: store.name,
    email: store.email,
    leadEmail: store.leadEmail,
    url: siteUrl(deps.env, store),
    company: company.legalName,
    address: company.address,
    dark: theme['--dark'] ?? '',
    action: theme['--action'] ?? '',
    onAction: theme['--on-action'] ?? '',
    actionInk: theme['--action-ink'] ?? '',
    logo: await logoOf(deps, store.footerLogo ?? store.logo),
  };
}

async function logoOf({ storage }: Pick<Deps, 'storage'>, name: string | null): Promise<Brand['logo']> {
  const original = name ? await storage.read(name) : null;
  if (!original) return null;
  // Rendered large first: an SVG would otherwise be rasterised at its own small size.
  const { data, info } = await sharp(original, { density: 400 })
    .resize({ height: LOGO_HEIGHT * 2 })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: Math.round(info.width / 2), height: LOGO_HEIGHT };
}
