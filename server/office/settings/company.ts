import { z } from 'zod';
import { companies } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import { companyFile } from '../../import/schemas/company.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { edited } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { readVat } from './vat.ts';

/** What documents say of who sells. */
const identity = companyFile.pick({ name: true, legal_name: true, company_number: true, address: true });

const identityOf = ({ name, legalName, companyNumber, address }: typeof companies.$inferSelect) => ({
  name,
  legal_name: legalName,
  company_number: companyNumber,
  address,
});

/** What belongs to no single store. */
export const readCompanies = officeCall(
  { name: 'settings.companies', permission: 'settings.read', input: z.object({}), kind: 'read', companyWide: true },
  (ctx) =>
    ctx.db.transaction(async (tx) => {
      const rows = await tx.select().from(companies).orderBy(asc(companies.name));
      return {
        companies: rows.map((row) => ({ uuid: row.uuid, values: identityOf(row) })),
        vat: await readVat(tx, ctx.env, ctx.now()),
      };
    }),
);

export const editCompany = officeCall(
  {
    name: 'settings.edit-company',
    permission: 'settings.edit',
    input: z.object({ company: z.uuid(), ...edited }),
    kind: 'write',
    companyWide: true,
  },
  (ctx, { company, was, now }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(companies).where(eq(companies.uuid, company)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      const { name, legal_name, company_number, address } = parseFile(identity, mergeEdited(identityOf(row), was, now));
      await tx
        .update(companies)
        .set({ name, legalName: legal_name, companyNumber: company_number, address })
        .where(eq(companies.uuid, company));
    }),
);
