import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { createFirstCategory, fillPages } from '#server/office/stores/fill-guide.ts';
import { openStore, readOpening } from '#server/office/stores/open-store.ts';
import { buttonLook } from '#ui/button.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/opening.ts';
import { CategoryForm, LegalForm } from './guide-forms.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readOpening(ctx, { store: params.store }));

export const action = act({ open: openStore, category: createFirstCategory, pages: fillPages });

export type OpeningData = Route.ComponentProps['loaderData'];
type Step = OpeningData['steps'][number];

export default function Opening({ loaderData: data }: Route.ComponentProps) {
  const { store, steps } = data;
  return (
    <>
      <PageHead
        title={`פתיחת החנות ${store.name}`}
        back={{ to: `/settings/stores/${store.uuid}`, label: `הגדרות ${store.name}` }}
        badges={store.status === 'open' ? <Badge tone="good">פתוחה</Badge> : <Badge tone="wait">סגורה לקונים</Badge>}
        actions={<ShopLink to={store.url}>לחנות</ShopLink>}
      />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel title="מה צריך לפני הפתיחה">
          <ol className="-my-3 grid divide-y divide-line">
            {steps.map((step) => (
              <StepRow key={step.step} step={step} data={data} />
            ))}
          </ol>
        </Panel>
        {/* Beside the list it stays in sight, below the head of every page. */}
        <div className="@min-[60rem]:sticky @min-[60rem]:top-18">
          <OpenPanel data={data} />
        </div>
      </div>
    </>
  );
}

/** By a step's state: what is `missing` keeps the store shut, what is `recommended` doesn't. */
const marks = {
  done: { icon: CircleCheck, tone: 'text-success', word: 'מוכן' },
  missing: { icon: CircleAlert, tone: 'text-danger', word: 'חסר' },
  recommended: { icon: Info, tone: 'text-ink-3', word: 'מומלץ' },
};

function StepRow({ step, data }: { step: Step; data: OpeningData }) {
  const { icon: Icon, tone, word } = marks[step.state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3" data-step={step.step}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow basis-64">
        <h3 className="text-base">
          {step.title} <span className={`text-sm font-normal ${tone}`}>{word}</span>
        </h3>
        <p className="text-sm text-ink-2">{step.detail}</p>
        {step.step === 'domain' && <HostLine data={data} />}
      </div>
      {data.may.edit && <div className="flex flex-wrap gap-2">{doing(step, data)}</div>}
    </li>
  );
}

const stepLink = (to: string, label: string) => (
  <Link to={to} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
    {label}
  </Link>
);

/** What each step is done by: a form here, or the screen that is about it. */
function doing({ step, state }: Step, data: OpeningData): ReactNode {
  const { uuid } = data.store;
  const settings = (anchor: string, label: string) => stepLink(`/settings/stores/${uuid}#${anchor}`, label);
  switch (step) {
    case 'business':
      return settings('identity', 'פרטי קשר');
    case 'logo':
      return settings('identity', 'לוגו וסמל');
    case 'colours':
      return settings('theme', 'שינוי צבעים');
    case 'delivery':
      return (
        <>
          {settings('branches', 'סניפים')}
          {settings('deliveries', 'דרכי אספקה')}
        </>
      );
    case 'payment':
      return settings('purchase', 'תנאי רכישה');
    case 'messages':
      return settings('identity', 'שולח ההודעות');
    case 'category':
      return data.categories === 0 ? <CategoryForm data={data} /> : stepLink(`/categories?store=${uuid}`, 'לקטגוריות');
    case 'product':
      return (
        <>
          {data.hiddenProduct &&
            stepLink(`/products/${data.hiddenProduct}`, state === 'missing' ? 'הצגת המוצר' : 'למוצר שמוסתר')}
          {stepLink(`/products/new?store=${uuid}`, 'מוצר חדש')}
        </>
      );
    case 'pictures':
      return stepLink(`/products?store=${uuid}`, 'למוצרי החנות');
    case 'home':
      return stepLink(`/content/home?store=${uuid}`, 'לעריכת הדף');
    case 'legal':
      return <LegalForm data={data} />;
    case 'domain':
      return settings('identity', 'דומיין');
  }
}

function HostLine({ data: { host } }: { data: OpeningData }) {
  return (
    <p className="text-sm text-ink-2">
      {host.answers ? 'המערכת עונה בכתובת ' : 'המערכת אינה מזהה את הכתובת '}
      <bdi dir="ltr">{host.url}</bdi>.{' '}
      {host.addresses &&
        (host.addresses.length > 0 ? (
          <>
            הדומיין מוביל אל <bdi dir="ltr">{host.addresses.join(', ')}</bdi>.
          </>
        ) : (
          'הדומיין אינו מוביל עדיין לשום שרת: בדקו את הרישום אצל ספק הדומיין.'
        ))}
    </p>
  );
}

function OpenPanel({ data: { store, steps, may } }: { data: OpeningData }) {
  const missing = steps.filter(({ state }) => state === 'missing');
  const doneCount = steps.filter(({ state }) => state === 'done').length;
  if (store.status === 'open')
    return (
      <Panel title="החנות פתוחה">
        <p>קונים רואים אותה ויכולים להזמין.</p>
        <ShopLink to={store.url} primary>
          לחנות הפתוחה
        </ShopLink>
      </Panel>
    );
  return (
    <Panel title="פתיחה">
      <p className="font-semibold">
        {doneCount} מתוך {steps.length} מוכנים
      </p>
      {missing.length > 0 ? (
        <p className="text-ink-2">לפני הפתיחה חסרים: {missing.map(({ title }) => title).join(', ')}.</p>
      ) : (
        <p className="text-ink-2">כל מה שחייבים קיים. כדאי לעבור על החנות לפני שקונים רואים אותה.</p>
      )}
      {may.edit && <ActionForm call="open" submit="פתיחת החנות" />}
    </Panel>
  );
}
