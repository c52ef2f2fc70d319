import { Check, X } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { FoundVariant } from '#server/office/editing/find-variants.ts';
import { simulate } from '#server/office/promotions/simulate.ts';
import { may } from '#server/staff/grants.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { chosenStore } from '../../chosen-store.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { SEARCH_UNANSWERED, useFound } from '../../components/use-call.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/simulator.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const chosen = await chosenStore(ctx, request, 'promotions.read');
  return { ...chosen, seesCustomers: ctx.staff !== null && may(ctx.staff, 'customers.read', chosen.store) };
});
export const action = act({ simulate }, { says: { simulate: 'חושב' } });

type Line = { uuid: string; name: string; sku: string; quantity: string };
type Result = Awaited<ReturnType<typeof simulate>>;

export default function Simulator({ loaderData: { store, choices, seesCustomers } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="למה המחיר הזה, למה אין הנחה" back={{ to: '/promotions', label: 'מבצעים' }} />
      <StoreChoice store={store} choices={choices} />
      <Basket key={store} store={store} seesCustomers={seesCustomers} />
    </>
  );
}

function Basket({ store, seesCustomers }: { store: string; seesCustomers: boolean }) {
  const [lines, setLines] = useState<Line[]>([]);
  const [result, setResult] = useState<Result | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const noteRemoval = useFocusAfterRemoval(lines, search);
  return (
    <div className="grid items-start gap-4 @min-[60rem]:grid-cols-2">
      <Panel title="הסל">
        <FindVariant
          ref={search}
          store={store}
          onFound={({ uuid, name, sku }) =>
            setLines((before) =>
              before.some((line) => line.uuid === uuid) ? before : [...before, { uuid, name, sku, quantity: '1' }],
            )
          }
        />
        <ActionForm call="simulate" submit="חישוב" onDone={(reply) => setResult(reply.result as Result)}>
          <input type="hidden" name="store" value={store} />
          {lines.length === 0 && <p className="text-ink-3">חפשו מוצר והוסיפו אותו לסל.</p>}
          {lines.map((line, at) => (
            <div key={line.uuid} className="flex items-end gap-2">
              <input type="hidden" name={`lines[${at}].variant`} value={line.uuid} />
              <p className="grid min-w-0 grow self-center">
                <bdi className="truncate font-medium">{line.name}</bdi>
                <bdi dir="ltr" className="w-fit text-xs text-ink-3">
                  {line.sku}
                </bdi>
              </p>
              <TextField
                label="כמות"
                required
                inputMode="numeric"
                className="w-24"
                name={`lines[${at}].quantity`}
                value={line.quantity}
                onChange={(event) =>
                  setLines(lines.map((one) => (one === line ? { ...one, quantity: event.target.value } : one)))
                }
              />
              <IconButton
                label={`הסרה: ${line.name}`}
                onClick={() => {
                  noteRemoval();
                  setLines(lines.filter((one) => one !== line));
                }}
              >
                <X aria-hidden className="size-4.5" />
              </IconButton>
            </div>
          ))}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="קודי קופון" name="codes" dir="ltr" hint="כמה קודים: רווח ביניהם" maxLength={400} />
            {seesCustomers && (
              <TextField label="טלפון של לקוח" name="phone" type="tel" hint="לקודים אישיים ולמגבלה ללקוח" />
            )}
            <DateField label="במועד" name="at" withTime hint="שעון ישראל; ריק: עכשיו" className="sm:col-span-2" />
          </div>
        </ActionForm>
      </Panel>
      {result && <Outcome result={result} />}
    </div>
  );
}

type FindProps = { ref: Ref<HTMLInputElement>; store: string; onFound: (variant: FoundVariant) => void };

function FindVariant({ ref, store, onFound }: FindProps) {
  const [q, setQ] = useState('');
  const asks = q.trim().length >= 2;
  const { found, state } = useFound<FoundVariant>(asks ? `/variants?${new URLSearchParams({ store, q })}` : null);
  return (
    <div className="grid gap-2">
      <TextField
        ref={ref}
        label="מוצר"
        type="search"
        autoComplete="off"
        value={q}
        onChange={(event) => setQ(event.target.value)}
        hint="חלק מהשם או מהמק״ט"
      />
      {state === 'lost' && (
        <p role="alert" className="text-sm text-danger">
          {SEARCH_UNANSWERED}
        </p>
      )}
      {found.length > 0 && (
        <ul className="grid max-h-64 overflow-y-auto rounded-md border border-line">
          {found.map((variant) => (
            <li key={variant.uuid} className="flex items-center gap-3 border-b border-line px-3 py-1 last:border-0">
              <span className="grid min-w-0 grow">
                <bdi className="truncate">{[variant.name, variant.details].filter(Boolean).join(' · ')}</bdi>
                <bdi dir="ltr" className="w-fit text-xs text-ink-3">
                  {variant.sku}
                </bdi>
              </span>
              {variant.price_agorot === null ? (
                <span className="text-sm text-ink-3">לפי פנייה</span>
              ) : (
                <Money agorot={variant.price_agorot} />
              )}
              <Button
                variant="quiet"
                size="sm"
                onClick={() => {
                  onFound(variant);
                  setQ('');
                }}
              >
                הוספה<span className="sr-only">: {[variant.name, variant.details].filter(Boolean).join(' · ')}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Outcome({ result }: { result: Result }) {
  return (
    <div className="grid gap-4" aria-live="polite">
      <Panel title="המחיר">
        <ul className="grid">
          {result.lines.map((line) => (
            <li
              key={line.uuid}
              className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 last:border-0"
            >
              <span className="grid min-w-0 grow">
                <bdi className="font-medium">{line.name}</bdi>
                <span className="text-sm text-ink-3">
                  <bdi>{line.quantity}</bdi> × <Money agorot={line.priceAgorot} /> · {line.source}
                </span>
              </span>
              {line.discountAgorot > 0 && (
                <span className="text-success">
                  הנחה <Money agorot={line.discountAgorot} />
                </span>
              )}
              <span className="font-semibold">
                <Money agorot={line.priceAgorot * line.quantity - line.discountAgorot} />
              </span>
            </li>
          ))}
        </ul>
        {result.errors.map((message) => (
          <p key={message} className="rounded-sm bg-warning-wash p-3 text-sm text-warning">
            {message}
          </p>
        ))}
        <Facts
          facts={[
            ['מועד', <Moment key="at" at={result.at} />],
            ['לקוח', result.customer],
            ['לפני הנחות', <Money key="lines" agorot={result.linesAgorot} />],
            ['הנחות', <Money key="discount" agorot={result.discountAgorot} />],
            [
              'משלוח',
              result.deliveries.length > 0 && (
                <ul>
                  {result.deliveries.map(({ uuid, name, finalAgorot }) => (
                    <li key={uuid}>
                      {name}: <Money agorot={finalAgorot} />
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              'לתשלום, בלי משלוח',
              <strong key="total">
                <Money agorot={result.totalAgorot} />
              </strong>,
            ],
          ]}
        />
      </Panel>
      <Panel title="כל מבצע, ולמה">
        {result.explained.length === 0 && <p className="text-ink-3">אין מבצעים בחנות.</p>}
        <ul className="grid">
          {result.explained.map(({ name, outcome, why }) => (
            <li key={`${name} ${why}`} className="flex gap-3 border-b border-line py-2 last:border-0">
              {outcome === 'applied' ? (
                <Check aria-label="חל" className="mt-0.5 size-5 shrink-0 text-success" />
              ) : (
                <X aria-label="לא חל" className="mt-0.5 size-5 shrink-0 text-ink-3" />
              )}
              <span className="grid min-w-0">
                <bdi className="font-medium">{name}</bdi>
                <bdi className="text-sm text-ink-2">{why}</bdi>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
