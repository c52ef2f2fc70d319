import type { CompanyFile } from '../import/schemas/company.ts';
import { nullToUndefined, percent } from './cells.ts';
import { type Export, writeJson } from './folder.ts';
import { namerIn } from './media.ts';

type Branch = CompanyFile['branches'][number];
type BranchRow = Omit<Branch, 'lat' | 'lng'> & { lat: number | null; lng: number | null };

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/**
 * `company.json`. It names all branches and stores, whatever else is exported: an import removes omitted branches
 * from stores.
 */
export async function exportCompany(about: Export): Promise<void> {
  const { snapshot, media, company, root } = about;
  const [row] = await snapshot.all<{ trade_in: object | null }>(
    'select key, name, legal_name, company_number, address, trade_in from companies where uuid = $1',
    [company.uuid],
  );
  const { trade_in = null, ...of } = row ?? {};
  const brands = await snapshot.all<{ key: string; name: string; name_en: string; logo: string | null }>(
    'select key, name, name_en, logo from brands where company_uid = $1 order by position, key collate "C"',
    [company.uuid],
  );
  const rates = await snapshot.all<{ from: string; bp: number }>(
    'select from_day::text as from, vat_bp as bp from vat_rates order by from_day',
  );
  const place = namerIn(media, 'pictures/brands/');
  const withLogos = [];
  for (const { logo, ...brand } of brands)
    withLogos.push({ ...brand, ...(logo && { logo: await place(logo, brand.key) }) });
  await writeJson(root, 'company.json', {
    ...of,
    brands: withLogos,
    branches: await readBranches(snapshot, company.uuid),
    ...(trade_in && { trade_in }),
    ...(rates.length > 0 && { vat_rates: rates.map(({ from, bp }) => ({ from, percent: percent(bp) })) }),
  });
}

/** `branches` of company.json. */
export async function readBranches({ all }: Pick<Export['snapshot'], 'all'>, companyUid: string): Promise<Branch[]> {
  const branches = await all<BranchRow>(
    `select key, name, city, address, region, phone, lat, lng,
       array(select s.key from branch_stores bs join stores s on s.uuid = bs.store_uid
             where bs.branch_uid = b.uuid order by s.position, s.key collate "C") as stores,
       services, hours, exceptions, booking
     from branches b where company_uid = $1 order by position, key collate "C"`,
    [companyUid],
  );
  return branches.map(({ lat, lng, hours, ...branch }) => ({
    ...branch,
    lat: nullToUndefined(lat),
    lng: nullToUndefined(lng),
    hours: Object.fromEntries(DAYS.flatMap((day) => (hours[day] === undefined ? [] : [[day, hours[day]]]))),
  }));
}
