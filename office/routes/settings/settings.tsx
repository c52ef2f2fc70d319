import { editCompany, readCompanies } from '#server/office/settings/company.ts';
import { listStores, type StoreRow } from '#server/office/settings/list-stores.ts';
import { addVat, removeVat } from '#server/office/settings/vat.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/settings.ts';
import { CompanyPanel } from './company-panel.tsx';
import { OpeningBadge } from './opening-badge.tsx';
import { VatPanel } from './vat-panel.tsx';

export const loader = load(async (ctx) => {
  const { stores, everywhere } = await listStores(ctx, {});
  return { stores, everywhere, whole: everywhere.read ? await readCompanies(ctx, {}) : null };
});

export const action = act(
  { company: editCompany, addVat, removeVat },
  { says: { company: 'פרטי החברה נשמרו, ויופיעו במסמכים הבאים' } },
);

const columns: ListColumn<StoreRow>[] = [
  {
    key: 'name',
    label: 'חנות',
    cell: ({ name, url }) => (
      <div className="grid">
        <span className="font-semibold">{name}</span>
        <bdi dir="ltr" className="text-xs text-ink-3">
          {url.replace(/^https?:\/\//, '')}
        </bdi>
      </div>
    ),
  },
  { key: 'state', label: 'מצב', cell: ({ opening }) => <OpeningBadge opening={opening} /> },
  { key: 'branches', label: 'סניפים', number: true, cell: ({ branches }) => branches },
  { key: 'deliveries', label: 'משלוחים', number: true, cell: ({ deliveries }) => deliveries },
  { key: 'plans', label: 'תוכניות מימון', number: true, cell: ({ plans }) => plans },
];

/** The stores, and what belongs to all of them. */
export default function Settings({ loaderData: { stores, everywhere, whole } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="הגדרות"
        actions={
          <>
            {everywhere.read && (
              <ButtonLink to="/settings/trade-in" size="sm" variant="secondary">
                טבלת טרייד־אין
              </ButtonLink>
            )}
            {everywhere.edit && (
              <ButtonLink to="/stores/new" size="sm">
                חנות חדשה
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        <List
          label="החנויות"
          columns={columns}
          page={{ rows: stores, next: null, total: stores.length }}
          href={({ uuid }) => `/settings/stores/${uuid}`}
          empty={{ title: 'אין חנויות', text: 'אין חנות שההגדרות שלה פתוחות בפניכם.' }}
        />
        {whole && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {whole.companies.map(({ uuid, values }) => (
              <CompanyPanel key={uuid} company={uuid} values={values} mayEdit={everywhere.edit} />
            ))}
            <VatPanel rates={whole.vat} mayEdit={everywhere.edit} />
          </div>
        )}
      </div>
    </>
  );
}
