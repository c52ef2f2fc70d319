import { settingsTag } from '#db/cache-tags.ts';
import { companies } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { RequestContext } from '../context.ts';
import { servicePhone } from './layout.ts';

type Seller = { name: string; number: string; address: string; phone: string; email: string };

/** Who sells, as papers have to say: the company, with the store's telephone and mail. */
export async function readSeller(ctx: RequestContext): Promise<Seller | null> {
  const { companyUid } = ctx.store;
  const [[company], phone] = await Promise.all([
    ctx.cache.get(`seller:${companyUid}`, { tags: [settingsTag(companyUid)] }, () =>
      ctx.db
        .select({ name: companies.legalName, number: companies.companyNumber, address: companies.address })
        .from(companies)
        .where(eq(companies.uuid, companyUid)),
    ),
    servicePhone(ctx),
  ]);
  return company ? { ...company, phone, email: ctx.store.email ?? '' } : null;
}
