import { type MetaDescriptor, redirect } from 'react-router';
import { bookingNames, bookingServices } from '#domain/calendar/booking.ts';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { keepNumber } from '#domain/text/format.ts';
import { listVehicles } from '#server/catalogue/cards/product-names.ts';
import { receiveBooking } from '#server/leads/bookings/form.ts';
import { serviceVisit } from '#server/leads/bookings/service-visit.ts';
import { getSlots } from '#server/leads/bookings/slots.ts';
import { listBranches } from '#server/stores/branches.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { contextOf } from '~/context.ts';
import { BookingChoice, BranchLinks } from '~/features/booking/choice.tsx';
import { BookingForm } from '~/features/booking/form.tsx';
import { headOf } from '~/features/seo/head.ts';
import { loaderHeadersOf, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/booking.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = loaderHeadersOf;

/** Service and branch stand in the address, so that pages lead here with them; what is wrong in it falls back. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const search = new URL(request.url).searchParams;
  const all = await listBranches(ctx);
  const offered = bookingServices.filter((service) => all.some((branch) => branch.services.includes(service)));
  const service = offered.find((one) => one === search.get('service')) ?? offered[0] ?? null;
  const branches = all.filter((branch) => service && branch.services.includes(service));
  const branch = branches.find(({ key }) => key === search.get('branch'));
  const ownVisit = service === 'SERVICE' ? await serviceVisit(ctx, search.get('vehicle')) : null;
  const vehicles = service === 'TEST_RIDE' ? await listVehicles(ctx) : (ownVisit?.vehicles ?? []);
  const names = bookingNames(ctx.store.settings);
  const slots = branch && service ? await getSlots(ctx, branch, service) : null;
  return uncached({
    head: headOf(ctx.store, {
      title: `תיאום ${names.TEST_RIDE.name} או ${names.SERVICE.name}`,
      description: 'בוחרים סניף, יום ושעה, ומקבלים אישור מיד.',
      path: '/booking',
      noindex: true,
    }),
    offered,
    service,
    names,
    branches: branches.map(({ uuid, key, name, city, address, region }) => ({
      uuid,
      key,
      name,
      city,
      address,
      region,
    })),
    branch: branch ? { uuid: branch.uuid, name: branch.name, phone: branch.phone } : null,
    slots,
    vehicles,
    values: ownVisit?.values ?? {
      product_uid: vehicles.find(({ slug }) => slug === search.get('product'))?.uuid ?? '',
    },
  });
}

export async function action({
  context,
  request,
}: Route.ActionArgs): Promise<FormReply | { secret: string | null } | Response> {
  const form = await request.formData();
  const reply = await receiveBooking(contextOf(context), form);
  // Scripts go there by themselves, when they have told what is to be told.
  if (!('secret' in reply) || form.has('scripts')) return reply;
  return redirect(reply.secret ? `/booking/${reply.secret}` : '/', 303);
}

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { service, names, branch, slots, offered, branches, vehicles, values } = loaderData;
  const model = vehicles.find(({ uuid }) => uuid === values.product_uid);
  const title = `תיאום ${service ? names[service].name : 'ביקור'}`;
  return (
    <div className="page max-w-4xl py-4 pb-20">
      <Breadcrumbs items={[{ name: 'סניפים ושעות פתיחה', to: '/distributors' }, { name: title }]} />
      <h1 className="mt-6 text-4xl font-black">{title}</h1>
      {!service ? (
        <Empty
          drawing="map"
          title="אין כרגע סניף שקובעים בו תור באתר"
          action={
            <ButtonLink to="/contact" variant="secondary">
              דברו איתנו
            </ButtonLink>
          }
        />
      ) : (
        <>
          <p className="mt-3 max-w-2xl text-lg text-ink-2">
            {model && (
              <>
                הדגם: <bdi className="font-semibold text-ink">{keepNumber(model.name)}</bdi>.{' '}
              </>
            )}
            בוחרים סניף, יום ושעה. האישור מגיע מיד, ואפשר לבטל בכל עת. {names[service].bring}
          </p>
          <BookingChoice {...{ offered, service, names, branches, branch: branch?.uuid ?? '' }} />
          {!branch && <BranchLinks service={service} branches={branches} />}
          {branch && slots && <BookingForm {...{ branch, service, slots, vehicles, values }} reply={actionData} />}
        </>
      )}
    </div>
  );
}
