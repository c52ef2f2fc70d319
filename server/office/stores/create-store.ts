import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { branches, branchStores, companies, stores } from '#db/schema/index.ts';
import { asc, eq, inArray, sql } from '#db/sql.ts';
import { EMAIL } from '#domain/people/email.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { sanitizeRichText } from '../../content/rich-text.ts';
import { checkContent } from '../../import/checks/content.ts';
import { checkStores, keyFault } from '../../import/checks/stores.ts';
import { menusFile, widgetsFile } from '../../import/schemas/content.ts';
import { storeFile } from '../../import/schemas/store.ts';
import { writeContent } from '../../import/write/content.ts';
import { writeStores } from '../../import/write/stores.ts';
import type { Environment } from '../../platform/environment.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { gateHash } from '../../stores/gate.ts';
import { hostName, storeKey } from '../../stores/stores.ts';
import { neededText } from '../products/cells.ts';
import { folderOf, writeParts } from '../store-files/folder.ts';
import { parseFile } from '../store-files/problems.ts';
import { reasonInHebrew } from '../store-files/reason-in-hebrew.ts';
import { businesses, businessKeys } from './businesses.ts';
import { type NewStore, startingData } from './starting-data.ts';
import { startingPalettes } from './starting-palettes.ts';

/** One at a time: a key, a domain and a position are free until the other has committed. */
export const lockStores = (tx: Db) => takeLock(tx, 'stores.create');

/** The importer's rules compare stores, and know nothing of the office. @throws BAD_REQUEST at the field */
export function refuseOfficeDomain({ OFFICE_HOST }: Pick<Environment, 'OFFICE_HOST'>, path: string, domain: string) {
  if (OFFICE_HOST && hostName(OFFICE_HOST) === hostName(domain)) throw refuseField(path, 'זה הדומיין של המשרד');
}

/** What the form offers. */
export const prepareStore = officeCall(
  { name: 'stores.prepare', permission: 'settings.edit', companyWide: true, input: z.object({}), kind: 'read' },
  async (ctx) => {
    const [companyRows, branchRows] = await Promise.all([
      ctx.db.select({ uuid: companies.uuid, name: companies.name }).from(companies).orderBy(asc(companies.name)),
      ctx.db
        .select({ uuid: branches.uuid, company: branches.companyUid, name: branches.name, city: branches.city })
        .from(branches)
        .orderBy(asc(branches.position)),
    ]);
    return {
      companies: companyRows,
      branches: branchRows,
      businesses: businessKeys.map((key) => ({ key, name: businesses[key].name })),
      palettes: startingPalettes,
      host: { mode: ctx.env.MODE, port: ctx.env.PORT },
    };
  },
);

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .default('')
  .refine(
    (typed) => typed === '' || storeFile.shape.public_domain.safeParse(typed).success,
    'כתובת אתר נכתבת בלי https, למשל www.example.co.il',
  );

const key = z
  .string('כתבו כתובת')
  .trim()
  .toLowerCase()
  .superRefine((typed, issues) => {
    const reason = keyFault(typed);
    if (reason) issues.addIssue({ code: 'custom', message: reasonInHebrew(reason, null) });
  });

const input = z.object({
  name: neededText(60, 'כתבו את שם החנות'),
  nameEn: neededText(60, 'כתבו את השם באנגלית').refine(
    (typed) => /^(?=.*[A-Za-z0-9]{3})[A-Za-z0-9 .&'-]+$/.test(typed),
    'אותיות לטיניות וספרות, ובהן שלוש ברצף: כך מציג הטלפון את שולח ההודעות',
  ),
  key,
  publicDomain: domain,
  business: z.enum(businessKeys, 'בחרו תחום'),
  palette: z.enum(startingPalettes.map((one) => one.key) as [string, ...string[]], 'בחרו צבעים'),
  company: z.uuid('בחרו חברה'),
  branches: z.array(z.uuid()).max(200).default([]),
  email: z.email({ pattern: EMAIL, error: 'כתובת הדוא״ל אינה תקינה' }).max(254),
  phone: z
    .string('כתבו טלפון')
    .trim()
    .refine(
      (typed) => parsePhone(typed) !== null || /^\*\d{3,6}$|^1-[78]00-[\d-]{6,9}$/.test(typed),
      'מספר הטלפון אינו תקין',
    ),
  code: z.string('כתבו סיסמה').min(6, 'לפחות 6 תווים').max(100, 'עד 100 תווים'),
});

/**
 * A store under construction with everything that it can't be without: settings, menus, text pages with the company's
 * own data, deliveries, branches. It is behind a password until it is opened (`open-store.ts`). Undoing the change
 * removes it, as long as nothing was added to it.
 */
export const createStore = officeCall(
  { name: 'stores.create', permission: 'settings.edit', companyWide: true, input, kind: 'write' },
  (ctx, typed) => ctx.db.transaction((tx) => create(tx, ctx, typed)),
);

async function create(
  tx: Db,
  ctx: Allowed,
  typed: z.output<typeof input>,
): Promise<{ store: string; message: string }> {
  await lockStores(tx);
  const [company] = await tx.select().from(companies).where(eq(companies.uuid, typed.company));
  if (!company) throw refuseField('company', 'בחרו חברה');
  await freeKey(tx, ctx.env, typed.key);
  refuseOfficeDomain(ctx.env, 'publicDomain', typed.publicDomain);
  const branchUids = await branchesOf(tx, company.uuid, typed.branches);
  const palette = startingPalettes.find((one) => one.key === typed.palette);
  if (!palette) throw refuseField('palette', 'בחרו צבעים');
  const [last] = (
    await tx.execute<{ position: number }>(sql`select coalesce(max(position), -1)::int as position from stores`)
  ).rows;
  const store: NewStore = {
    ...typed,
    publicDomain: typed.publicDomain || null,
    palette,
    company,
    hasBranches: branchUids.length > 0,
    position: (last?.position ?? -1) + 1,
    today: ctx.now(),
  };
  await writeStore(tx, ctx, { companyUid: company.uuid, key: typed.key, data: startingData(store, ctx.env) });
  const [createdStore] = await tx
    .update(stores)
    .set({ gateHash: gateHash(typed.code) })
    .where(eq(stores.key, typed.key))
    .returning({ uuid: stores.uuid });
  if (!createdStore) throw refuse('NOT_FOUND');
  if (branchUids.length > 0)
    await tx.insert(branchStores).values(branchUids.map((branchUid) => ({ branchUid, storeUid: createdStore.uuid })));
  return { store: createdStore.uuid, message: 'החנות נוצרה. היא נפתחת לקונים כשתחליטו' };
}

/** By the importer's own rules and steps. */
async function writeStore(
  tx: Db,
  ctx: Allowed,
  { companyUid, key, data }: { companyUid: string; key: string; data: ReturnType<typeof startingData> },
): Promise<void> {
  const folder = folderOf(
    { key },
    {
      file: parseFile(storeFile, data.file),
      menus: parseFile(menusFile, data.menus),
      widgets: parseFile(widgetsFile, data.widgets),
      pages: data.pages.map(({ slug, title, description, body }) => ({
        file: `stores/${key}/pages/${slug}.html`,
        unit: `store:${key}`,
        slug,
        former_slugs: [],
        title,
        description,
        html: sanitizeRichText(body),
      })),
    },
  );
  const store = { uuid: randomUUID(), key, companyUid };
  const fieldOf = (column: string) => (column === 'public_domain' ? 'publicDomain' : column);
  await writeParts(tx, { deps: ctx, store, folder, checks: [checkStores, checkContent], fieldOf }, [
    writeStores,
    writeContent,
  ]);
}

/** @throws BAD_REQUEST where another store or the office itself has the key */
async function freeKey(tx: Db, { OFFICE_HOST }: Pick<Environment, 'OFFICE_HOST'>, key: string): Promise<void> {
  const [otherStore] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.key, key));
  if (otherStore) throw refuseField('key', `הכתובת כבר שייכת לחנות ${otherStore.name}`);
  if (OFFICE_HOST && storeKey(OFFICE_HOST) === key) throw refuseField('key', 'זו הכתובת של המשרד. בחרו כתובת אחרת');
}

async function branchesOf(tx: Db, companyUid: string, branchUids: string[]): Promise<string[]> {
  if (branchUids.length === 0) return [];
  const rows = await tx
    .select({ uuid: branches.uuid, companyUid: branches.companyUid })
    .from(branches)
    .where(inArray(branches.uuid, branchUids));
  if (rows.some((row) => row.companyUid !== companyUid) || rows.length !== new Set(branchUids).size)
    throw refuseField('branches', 'בחרו סניפים של החברה');
  return rows.map(({ uuid }) => uuid);
}
