import { MapPin, Navigation, Phone } from 'lucide-react';
import { Form, type MetaDescriptor, useSearchParams } from 'react-router';
import { listBranches } from '#server/areas/branches/branches.ts';
import { contextOf } from '~/context.ts';
import { headOf } from '~/features/seo/head.ts';
import { Breadcrumbs } from '~/ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';
import { SelectField } from '~/ui/field.tsx';
import type { Route } from './+types/distributors.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  return {
    head: headOf(ctx.store, {
      title: 'סניפים ושעות פתיחה',
      description: 'כתובות, שעות פתיחה, טלפונים וניווט לכל הסניפים.',
      path: '/distributors',
    }),
    branches: await listBranches(ctx),
  };
}

type Branch = Route.ComponentProps['loaderData']['branches'][number];
const days: [string, string][] = [
  ['sun', 'ראשון'],
  ['mon', 'שני'],
  ['tue', 'שלישי'],
  ['wed', 'רביעי'],
  ['thu', 'חמישי'],
  ['fri', 'שישי'],
  ['sat', 'שבת'],
];
const services: Record<string, string> = { SALE: 'מכירה', SERVICE: 'שירות וטיפולים', TEST_RIDE: 'נסיעת מבחן' };

export default function DistributorsPage({ loaderData: { branches } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const region = search.get('region') ?? '';
  const regions = [...new Set(branches.map((branch) => branch.region))];
  const shown = branches.filter((branch) => region === '' || branch.region === region);
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'סניפים ושעות פתיחה' }]} />
      <h1 className="mt-6 text-4xl font-black">סניפים ושעות פתיחה</h1>
      <Form className="mt-6 flex max-w-md items-end gap-3" preventScrollReset>
        <SelectField label="אזור" name="region" defaultValue={region} className="grow" required>
          <option value="">כל הארץ</option>
          {regions.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary">
          הצגה
        </Button>
      </Form>
      {shown.length === 0 && (
        <Empty
          drawing="map"
          title="אין סניפים באזור הזה"
          action={
            <ButtonLink to="/distributors" variant="secondary">
              לכל הסניפים
            </ButtonLink>
          }
        />
      )}
      <ul className="mt-10 grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((branch) => (
          <BranchCard key={branch.uuid} branch={branch} />
        ))}
      </ul>
    </div>
  );
}

function BranchCard({ branch }: { branch: Branch }) {
  const place = branch.lat !== null && branch.lng !== null ? `${branch.lat},${branch.lng}` : null;
  const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink hover:underline';
  return (
    <li className="grid content-start gap-4 rounded-lg bg-ground-2 p-6">
      <div>
        <h2 className="text-xl">{branch.name}</h2>
        <p className="text-ink-2">
          {branch.address}, {branch.city}
        </p>
        <p className="mt-1 text-sm text-ink-3">
          {branch.services.map((service) => services[service] ?? service).join(' · ')}
        </p>
      </div>
      <dl className="grid gap-1 text-sm">
        {days.map(([key, name]) => (
          <div key={key} className="flex justify-between">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tabular">
              {branch.hours[key] ? <bdi dir="ltr">{branch.hours[key]?.replace('-', '–')}</bdi> : 'סגור'}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-x-6">
        <a href={`tel:${branch.phone.replace(/\D/g, '')}`} className={link}>
          <Phone aria-hidden className="size-4" /> <bdi dir="ltr">{branch.phone}</bdi>
        </a>
        {place && (
          <>
            <a
              href={`https://waze.com/ul?ll=${place}&navigate=yes`}
              target="_blank"
              rel="noopener noreferrer"
              className={link}
            >
              <Navigation aria-hidden className="size-4" /> <bdi>Waze</bdi>
              <span className="sr-only"> (נפתח בלשונית חדשה)</span>
            </a>
            <a
              href={`https://www.google.com/maps/search/?api=1&query=${place}`}
              target="_blank"
              rel="noopener noreferrer"
              className={link}
            >
              <MapPin aria-hidden className="size-4" /> <bdi>Google Maps</bdi>
              <span className="sr-only"> (נפתח בלשונית חדשה)</span>
            </a>
          </>
        )}
      </div>
    </li>
  );
}
