import { X } from 'lucide-react';
import { Form, Link, useNavigate, useSearchParams } from 'react-router';
import { chassisText, isAnyChassis } from '#domain/catalogue/parts/chassis.ts';
import { formatCounted, formatNumber } from '#domain/text/format.ts';
import { addFit, editFit, removeFit } from '#server/office/parts/change-fitment.ts';
import { listFitment } from '#server/office/parts/read-fitment.ts';
import { supersedePart } from '#server/office/parts/supersede.ts';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { act, load, queryOf } from '../../load.ts';
import type { Route } from './+types/fitment.ts';
import { ChainPanel } from './chain-panel.tsx';
import { FitActions, NewFit, yearsOf } from './fit-forms.tsx';
import { PartSearch } from './part-search.tsx';
import { PartsTabs, vehiclesText } from './tabs.tsx';

export const loader = load((ctx, { request }: Route.LoaderArgs) => listFitment(ctx, queryOf(request)));
export const action = act({ add: addFit, edit: editFit, remove: removeFit, supersede: supersedePart });

type Data = Route.ComponentProps['loaderData'];

export default function Fitment({ loaderData: data }: Route.ComponentProps) {
  const { may, part, vehicle } = data;
  return (
    <>
      <PageHead
        title="התאמה לדגמים"
        actions={
          may.edit && (
            <ButtonLink to="/parts/fitment/paste" size="sm" variant="secondary">
              הדבקת רשימה
            </ButtonLink>
          )
        }
      />
      <PartsTabs />
      <div className="grid grid-cols-1 items-start gap-4">
        <Panel title="חיפוש">
          <Search data={data} />
        </Panel>
        <Panel title={titleOf(data)}>
          <Rows data={data} />
        </Panel>
        {part && part.kind !== 'VEHICLE' && <ChainPanel part={part} chain={data.chain} mayEdit={may.edit} />}
        {may.edit && (
          <Panel title="התאמה חדשה">
            <NewFit key={`${part?.slug} ${vehicle?.slug}`} data={data} />
          </Panel>
        )}
      </div>
    </>
  );
}

function titleOf({ part, vehicle, total }: Data): string {
  if (part && !vehicle) return `\u2068${part.name}\u2069 מתאים ${vehiclesText(part.vehicles)}`;
  if (vehicle && !part) return `חלקים שמתאימים ל־\u2068${vehicle.name}\u2069 (${formatNumber(vehicle.parts)})`;
  return `התאמות (${formatCounted(total)})`;
}

/** The desk's address with one of its filters changed; always from the first page. */
function useFilter() {
  const [search] = useSearchParams();
  return (name: string, value: string | null): string => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `/parts/fitment?${next}`;
  };
}

function Search({ data: { part, vehicle, year } }: { data: Data }) {
  const navigate = useNavigate();
  const filtered = useFilter();
  const chosenFilters = [
    { name: 'vehicle', label: 'דגם', one: vehicle },
    { name: 'part', label: 'חלק', one: part },
  ];
  return (
    <>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <PartSearch
          label="לפי דגם"
          kind="vehicle"
          onChoose={(found) => found && navigate(filtered('vehicle', found.slug), { preventScrollReset: true })}
        />
        <PartSearch
          label="לפי חלק: שם או מק״ט"
          kind="fitting"
          onChoose={(found) => found && navigate(filtered('part', found.slug), { preventScrollReset: true })}
        />
        <Form method="get" role="search" className="flex items-end gap-2">
          {chosenFilters.map(({ name, one }) => one && <input key={name} type="hidden" name={name} value={one.slug} />)}
          <div className="w-28">
            <TextField
              key={year}
              label="שנה"
              name="year"
              inputMode="numeric"
              maxLength={4}
              defaultValue={year === null ? '' : String(year)}
            />
          </div>
          <Button type="submit" size="sm" variant="secondary" className="min-h-12">
            סינון
          </Button>
        </Form>
      </div>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosenFilters.map(
          ({ name, label, one }) =>
            one && (
              <li key={name}>
                <Link
                  to={filtered(name, null)}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-ground-2 px-4 text-sm hover:bg-ground-3"
                >
                  <span className="sr-only">להסיר את הסינון</span>
                  {label}: <bdi>{one.name}</bdi>
                  <X aria-hidden className="size-4" />
                </Link>
              </li>
            ),
        )}
      </ul>
    </>
  );
}

function Rows({ data }: { data: Data }) {
  const { fits, total, page, isLast, part, vehicle, year, may } = data;
  const filtered = useFilter();
  const [search] = useSearchParams();
  const pageAt = (at: number) => `?${new URLSearchParams([...search].filter(([name]) => name !== 'page'))}&page=${at}`;
  const bound = fits.some(({ chassis }) => !isAnyChassis(chassis));
  if (fits.length === 0)
    return part || vehicle || year ? (
      <Empty title="אין התאמות כאלה">החלק אינו מוצע למי שמחפשים לפי דגם. הוסיפו התאמה כאן למטה.</Empty>
    ) : (
      <Empty title="אין עדיין התאמות">
        התאמה אומרת איזה חלק מתאים לאיזה דגם ובאילו שנים. לפיה מוצאים חלקים בחנות. הוסיפו אחת, או הדביקו רשימה מגיליון.
      </Empty>
    );
  return (
    <>
      <ScrollTable>
        <caption className="sr-only">חלקים, הדגמים שהם מתאימים להם, והשנים</caption>
        <thead>
          <tr>
            <th scope="col">חלק</th>
            <th scope="col">דגם</th>
            <th scope="col">שנים</th>
            {bound && <th scope="col">מספרי שלדה</th>}
            {may.edit && <th scope="col">פעולות</th>}
          </tr>
        </thead>
        <tbody>
          {fits.map((fit) => (
            <tr key={`${fit.part} ${fit.vehicle} ${fit.from} ${chassisText(fit.chassis)}`}>
              <td>
                <Link to={filtered('part', fit.part)} className="grid min-h-11 min-w-36 content-center hover:underline">
                  <bdi>{fit.partName}</bdi>
                  <bdi dir="ltr" className="text-end text-xs text-ink-3">
                    {fit.sku ?? fit.part}
                  </bdi>
                </Link>
              </td>
              <td>
                <Link
                  to={filtered('vehicle', fit.vehicle)}
                  className="grid min-h-11 min-w-36 content-center hover:underline"
                >
                  <bdi>{fit.vehicleName}</bdi>
                  {fit.brand && <bdi className="text-xs text-ink-3">{fit.brand}</bdi>}
                </Link>
              </td>
              <td>
                <bdi dir="ltr" className="tabular whitespace-nowrap">
                  {yearsOf(fit)}
                </bdi>
              </td>
              {bound && (
                <td>
                  {isAnyChassis(fit.chassis) ? (
                    'כולם'
                  ) : (
                    <bdi dir="ltr" className="whitespace-nowrap">
                      {chassisText(fit.chassis)}
                    </bdi>
                  )}
                </td>
              )}
              {may.edit && (
                <td>
                  <FitActions fit={fit} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <nav aria-label="דפי הרשימה" className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <p role="status">{total === 1 ? 'התאמה אחת' : `${formatCounted(total)} התאמות`}</p>
        <div className="ms-auto flex gap-2">
          {page > 1 && (
            <Link to={pageAt(page - 1)} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              הקודמים
            </Link>
          )}
          {!isLast && (
            <Link to={pageAt(page + 1)} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              הבאים
            </Link>
          )}
        </div>
      </nav>
    </>
  );
}
