import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type MetaDescriptor, redirect } from 'react-router';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { nameOfVehicles } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { formatLongDate, keepNumber } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { linkSecretById } from '#server/checkout/order-secret.ts';
import { type GarageReply, receiveDetails, receiveService } from '#server/customers/garage/forms.ts';
import { getOwnVehicle } from '#server/customers/garage/own-vehicles.ts';
import { removeOwnVehicle, sellVehicle } from '#server/customers/garage/write.ts';
import { formReply } from '#server/customers/requested-messages/form-reply.ts';
import { readBuyerTasks } from '#server/leads/bookings/handover-date.ts';
import { visitsOfVehicles } from '#server/leads/bookings/own-bookings.ts';
import { listBranches } from '#server/stores/branches.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { DetailsForm } from '~/features/garage/details-form.tsx';
import { LeaveGarage } from '~/features/garage/leave-garage.tsx';
import { NextDates } from '~/features/garage/next-dates.tsx';
import { ServiceSection } from '~/features/garage/service-section.tsx';
import { VehicleVisits } from '~/features/garage/vehicle-visits.tsx';
import { OrderDocuments } from '~/features/order/order-documents.tsx';
import { sparePartsPath } from '~/features/parts/parts-url.ts';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/vehicle.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

const GARAGE = '/personal-area/garage';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const vehicle = await getOwnVehicle(ctx, params.vehicle).catch(notFoundOr);
  const { order } = vehicle;
  const hasForms = order !== null && (await readBuyerTasks(ctx, order.uuid)).tasks.length > 0;
  const booksService = (await listBranches(ctx)).some(({ services }) => services.includes('SERVICE'));
  return {
    vehicle,
    visits: (await visitsOfVehicles(ctx))[vehicle.key] ?? [],
    goods: nameOfVehicles(ctx.store.settings.vehicle_names, []).definite,
    today: israelDay(ctx.now()),
    formsPath: hasForms && order ? `/order/${await linkSecretById(ctx.secret, ctx.db, order.uuid)}/tasks` : null,
    bookingPath: booksService
      ? `/booking?${new URLSearchParams({ service: 'SERVICE', vehicle: vehicle.key, product: vehicle.slug })}`
      : null,
    head: headOf(ctx.store, { title: vehicle.name, path: GARAGE, noindex: true }),
  };
}

export async function action({ context, request, params }: Route.ActionArgs): Promise<GarageReply | Response> {
  const ctx = personalContext({ context, request });
  const form = await request.formData();
  if (form.get('form') === 'service') return receiveService(ctx, params.vehicle, form).catch(notFoundOr);
  if (form.get('form') === 'details') return receiveDetails(ctx, params.vehicle, form).catch(notFoundOr);
  const isSold = form.get('form') === 'sold';
  const left = isSold ? sellVehicle(ctx, params.vehicle) : removeOwnVehicle(ctx, params.vehicle);
  const reply = await formReply(isSold ? 'sold' : 'remove', left).catch(notFoundOr);
  if (reply.refused) return reply;
  return redirect(`${GARAGE}?${isSold ? 'sold' : 'removed'}`, { status: 303, headers: privateHeaders() });
}

const textLink = 'inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4';

export default function VehiclePage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { vehicle, visits, goods, today, formsPath, bookingPath } = loaderData;
  const { name, slug, year, image, colour, plate, chassis, bought_at, warranty, order, documents } = vehicle;
  const of = (form: GarageReply['form']) => ({
    reply: reply?.form === form ? reply.refused : undefined,
    saved: reply?.form === form && !reply.refused,
  });
  return (
    <div className="grid max-w-4xl gap-10">
      <div>
        <Link to={GARAGE} className="inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink">
          <ChevronRight aria-hidden className="size-5" />
          המוסך שלי
        </Link>
        <header className="mt-2 grid items-center gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
          <div className="grid gap-5">
            <h1 className="text-3xl font-black">
              <bdi>{keepNumber(name)}</bdi> {year && <span className="font-normal text-ink-2">{year}</span>}
            </h1>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
              {plate && <Fact name="מספר רישוי">{<bdi dir="ltr">{formatPlate(plate)}</bdi>}</Fact>}
              {colour && <Fact name="צבע">{<bdi>{colour}</bdi>}</Fact>}
              {chassis && (
                <Fact name="מספר שלדה" isWide>
                  <bdi dir="ltr" className="wrap-anywhere">
                    {chassis}
                  </bdi>
                </Fact>
              )}
              {bought_at && <Fact name="נמסר לכם">{formatLongDate(bought_at)}</Fact>}
              {bought_at && warranty && <Fact name="אחריות">{warranty}</Fact>}
            </dl>
            <NextDates vehicle={{ ...vehicle, next_service: null }} today={today} />
          </div>
          {image && (
            <Picture cut image={image} alt="" sizes="288px" priority className="aspect-4/3 w-full object-contain" />
          )}
        </header>
        <nav aria-label="עוד על הדגם" className="mt-3 flex flex-wrap gap-x-6">
          {vehicle.has_parts && (
            <Link to={sparePartsPath({ model: slug, year, chassis: null })} className={textLink}>
              חלקים שמתאימים
            </Link>
          )}
          {vehicle.sold && (
            <Link to={productPath(slug)} className={textLink}>
              לדף הדגם
            </Link>
          )}
          {order && (
            <Link to={`/personal-area/orders/order-details?id=${order.uuid}`} className={textLink}>
              <span>
                הזמנה <bdi dir="ltr">{order.number}</bdi>
              </span>
            </Link>
          )}
          {/* A new document, as its URL is a secret. */}
          {formsPath && (
            <Link to={formsPath} reloadDocument className={textLink}>
              טופסי המסירה
            </Link>
          )}
        </nav>
      </div>
      <ServiceSection
        {...{ vehicle, today, bookingPath }}
        {...of('service')}
        corrected={reply?.form === 'service' && reply.corrected === true}
      >
        {visits.length > 0 && <VehicleVisits visits={visits} className="mt-5" />}
      </ServiceSection>
      <DetailsForm vehicle={vehicle} {...of('details')} />
      <OrderDocuments documents={documents} />
      <LeaveGarage
        goods={goods}
        isBought={order !== null}
        sold={of('sold').reply?.message}
        removed={of('remove').reply?.message}
      />
    </div>
  );
}

type FactProps = { name: string; isWide?: boolean; children: ReactNode };

const Fact = ({ name, isWide, children }: FactProps) => (
  <div className={isWide ? 'max-lg:col-span-full' : undefined}>
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);
