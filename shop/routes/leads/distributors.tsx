import { Form, type MetaDescriptor, useSearchParams } from 'react-router';
import { bookingNames } from '#domain/calendar/booking.ts';
import { openState } from '#domain/calendar/open-now.ts';
import { listBranchDays } from '#server/stores/branches.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { BranchCard } from '~/features/contact/branch-card.tsx';
import { useNow } from '~/features/contact/opening-hours.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/distributors.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const names = bookingNames(ctx.store.settings);
  return {
    names,
    head: headOf(ctx.store, {
      title: 'סניפים ושעות פתיחה',
      description: `כתובות, שעות פתיחה, טלפונים וניווט לכל הסניפים, ותיאום ${names.TEST_RIDE.name} או ${names.SERVICE.name}.`,
      path: '/distributors',
    }),
    branches: await listBranchDays(ctx),
    now: ctx.now().toISOString(),
  };
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[־\-–"'״׳,.]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Region, words and "open now" stand in the address: they work as links and as a plain form. */
export default function DistributorsPage({ loaderData }: Route.ComponentProps) {
  const { branches, names } = loaderData;
  const [search] = useSearchParams();
  const now = useNow(loaderData.now);
  const region = search.get('region') ?? '';
  const words = folded(search.get('search') ?? '');
  const open = search.get('open') === '1';
  const text = useInStep<HTMLInputElement>(search.get('search') ?? '');
  const box = useInStep<HTMLInputElement>(open ? '1' : '');
  const regions = [...new Set(branches.map((branch) => branch.region))];
  const shownBranches = branches.filter(
    (branch) =>
      (region === '' || branch.region === region) &&
      folded(`${branch.name} ${branch.city} ${branch.address} ${branch.region}`).includes(words) &&
      (!open || openState(branch.days, now).open),
  );
  const to = (name: string): string => {
    const next = new URLSearchParams(search);
    if (name === '') next.delete('region');
    else next.set('region', name);
    return `/distributors${next.size > 0 ? `?${next}` : ''}`;
  };
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'סניפים ושעות פתיחה' }]} />
      <h1 className="mt-6 text-4xl font-black">סניפים ושעות פתיחה</h1>
      {branches.length > 0 && (
        <>
          <nav aria-label="אזורים" className="mt-6 flex flex-wrap gap-2">
            {['', ...regions].map((name) => (
              <Link
                key={name}
                to={to(name)}
                preventScrollReset
                aria-current={region === name ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-11 items-center rounded-full px-5 font-semibold',
                  region === name ? 'bg-ink text-ground' : 'bg-ground-2 hover:bg-ground-3',
                )}
              >
                {name || 'כל הארץ'}
              </Link>
            ))}
          </nav>
          <Form className="mt-5 flex max-w-2xl flex-wrap items-end gap-x-4 gap-y-2" preventScrollReset>
            {region && <input type="hidden" name="region" value={region} />}
            <TextField
              ref={text}
              label="עיר, רחוב או שם הסניף"
              name="search"
              type="search"
              enterKeyHint="search"
              defaultValue={search.get('search') ?? ''}
              maxLength={60}
              className="min-w-0 grow basis-60"
            />
            <CheckboxField ref={box} label="פתוח עכשיו" name="open" value="1" defaultChecked={open} />
            <Button type="submit" variant="secondary" className="max-sm:grow">
              חיפוש
            </Button>
          </Form>
        </>
      )}
      <p role="status" className="mt-6 text-sm text-ink-2">
        {shownBranches.length === 1 ? 'סניף אחד' : shownBranches.length > 1 && `${shownBranches.length} סניפים`}
      </p>
      {shownBranches.length === 0 && (
        <Empty
          drawing="map"
          title={
            branches.length === 0 ? 'עוד אין כאן סניפים' : open ? 'אין כרגע סניף פתוח שמתאים' : 'לא מצאנו סניף שמתאים'
          }
          action={
            branches.length === 0 ? (
              <ButtonLink to="/contact" variant="secondary">
                יצירת קשר
              </ButtonLink>
            ) : (
              <ButtonLink to="/distributors" variant="secondary">
                לכל הסניפים
              </ButtonLink>
            )
          }
        />
      )}
      <ul className={classNames('mt-4 grid gap-5 md:grid-cols-2', shownBranches.length !== 4 && 'xl:grid-cols-3')}>
        {shownBranches.map((branch) => (
          <BranchCard key={branch.uuid} branch={branch} names={names} now={now} />
        ))}
      </ul>
    </div>
  );
}
