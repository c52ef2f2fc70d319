import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, type MetaDescriptor, redirect, useNavigation, useSearchParams } from 'react-router';
import type { OwnVehicle } from '#contract/customers/own-vehicles.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { listVehicles, listVehiclesWithPlates } from '#server/catalogue/cards/product-names.ts';
import type { RequestContext } from '#server/context.ts';
import { type GarageReply, receiveReminders } from '#server/customers/garage/forms.ts';
import { getOwnVehicles, getSoldVehicles } from '#server/customers/garage/own-vehicles.ts';
import { getPartsVehicles } from '#server/customers/garage/parts-vehicles.ts';
import { getReminders } from '#server/customers/garage/reminder-settings.ts';
import { addOwnVehicle, keepVehicle, removeOwnVehicle } from '#server/customers/garage/write.ts';
import { formReply } from '#server/customers/requested-messages/form-reply.ts';
import { visitsOfVehicles } from '#server/leads/bookings/own-bookings.ts';
import { findModel } from '#server/leads/trade-ins/vehicle.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { useStopSecond } from '#ui/form/use-stop-second.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { call } from '~/api.ts';
import { EmailProved } from '~/features/account/email-proved.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { useChange } from '~/features/account/use-change.ts';
import { fillRoom } from '~/features/favorites/merge-device.ts';
import { RemindersForm } from '~/features/garage/reminders-form.tsx';
import { SoldVehicles } from '~/features/garage/sold-vehicles.tsx';
import { VehicleCard } from '~/features/garage/vehicle-card.tsx';
import { adoptGarage, useGarage } from '~/features/parts/garage.ts';
import { sparePartsPath } from '~/features/parts/parts-url.ts';
import { PlateFinder } from '~/features/parts/plate-finder.tsx';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/garage.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const [vehicles, soldVehicles, garage, reminders, models, plated, visits] = await Promise.all([
    getOwnVehicles(ctx),
    getSoldVehicles(ctx),
    getPartsVehicles(ctx),
    getReminders(ctx),
    listVehicles(ctx),
    vehiclesWithPlates(ctx),
    visitsOfVehicles(ctx),
  ]);
  return {
    ...{ vehicles, soldVehicles, garage, reminders, visits },
    models: models.map(({ slug, name }) => ({ slug, name })),
    byPlate: plated.length > 0,
    today: israelDay(ctx.now()),
    head: headOf(ctx.store, { title: 'המוסך שלי', path: '/personal-area/garage', noindex: true }),
  };
}

const NO_MODEL: GarageReply = { form: 'add', refused: { errors: {}, values: {}, message: 'בחרו דגם כדי להוסיף' } };

/** The vehicles that a plate can lead to. */
const vehiclesWithPlates = async (ctx: RequestContext) =>
  ctx.env.VEHICLE_REGISTRY === 'off' ? [] : listVehiclesWithPlates(ctx);

async function addByPlate(ctx: RequestContext, form: FormData): Promise<GarageReply | 'added' | 'there'> {
  const vehicles = await vehiclesWithPlates(ctx);
  // The registry is queried only where the store has vehicles with plates.
  if (vehicles.length === 0) return NO_MODEL;
  const makes = vehicles.map(({ make, ...vehicle }) => ({ ...make, vehicles: [vehicle] }));
  const outcome = await findModel(ctx, form, makes, {
    byHand: 'בחרו דגם מהרשימה.',
    notOurs: 'הכלי הזה אינו מהדגמים שלנו. אם הדגם ברשימה בשם אחר, בחרו אותו שם.',
  });
  if (outcome.refused) return { form: 'plate', refused: outcome.refused };
  const added = addOwnVehicle(ctx, outcome.vehicle.slug, { plate: outcome.plate, year: outcome.year });
  const reply = await formReply('plate', added, { plate: form.get('plate') });
  return reply.refused ? reply : added;
}

/** Adds a vehicle, puts a sold one back or forgets it, or sets the reminders. */
export async function action({ context, request }: Route.ActionArgs): Promise<GarageReply | Response> {
  const ctx = personalContext({ context, request });
  const form = await request.formData();
  if (form.get('form') === 'reminders') return receiveReminders(ctx, form);
  if (form.get('form') === 'add' && !form.get('model')) return NO_MODEL;
  if (form.get('form') === 'plate') {
    const outcome = await addByPlate(ctx, form);
    return typeof outcome === 'string' ? backWith(outcome) : outcome;
  }
  const vehicle = String(form.get('vehicle') ?? '');
  const [reply, done] = await (form.get('form') === 'keep'
    ? formReply('keep', keepVehicle(ctx, vehicle)).then((kept) => [kept, 'kept'] as const)
    : form.get('form') === 'remove'
      ? formReply('remove', removeOwnVehicle(ctx, vehicle, { sold: true })).then((gone) => [gone, 'removed'] as const)
      : formReply('add', addOwnVehicle(ctx, String(form.get('model') ?? ''))).then((added) => [added, 'added'] as const)
  ).catch(notFoundOr);
  return reply.refused ? reply : backWith(done);
}

const backWith = (done: keyof typeof changes): Response =>
  redirect(`/personal-area/garage?${done}`, { status: 303, headers: privateHeaders() });

/** What has just been done, by the address that the form leads to. */
const changes = {
  added: 'נוסף למוסך',
  there: 'הכלי הזה כבר במוסך',
  removed: 'הוסר מהמוסך',
  sold: 'התזכורות הופסקו, והפרטים עברו אל ״נמכרו״ בדף הזה',
  kept: 'הוחזר למוסך',
};

export default function GaragePage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { vehicles, soldVehicles, garage, reminders, visits, models, byPlate, today } = loaderData;
  const { busy, change } = useChange();
  const title = useRef<HTMLHeadingElement>(null);
  const noteRemoval = useFocusAfterRemoval(vehicles, title);
  useEffect(() => adoptGarage(garage), [garage]);
  const onDevice = useGarage();
  const [search] = useSearchParams();
  const chassisOf = ({ slug, year }: OwnVehicle) =>
    onDevice.find((one) => one.slug === slug && one.year === year)?.chassis;
  const remove = ({ slug, year }: OwnVehicle) =>
    change(
      `${slug} ${year}`,
      async () => {
        await call('POST /customer/customers/remove-garage-vehicle', { body: { slug, year } });
        await fillRoom();
        noteRemoval();
      },
      'הדגם הוסר מהמוסך',
    );
  // What was added stands above; a reload tells it no more.
  useEffect(() => {
    if (search.size === 0) return;
    for (const form of adding.current?.querySelectorAll('form') ?? []) form.reset();
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [search]);
  const adding = useRef<HTMLDivElement>(null);
  const changed = Object.entries(changes).find(([name]) => search.has(name))?.[1];
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="text-3xl font-black focus:outline-none">
        המוסך שלי
      </h1>
      <div role="status">{changed && <p className="mt-4 font-semibold text-success">{changed}</p>}</div>
      {vehicles.length === 0 ? (
        <Empty drawing="tools" title={soldVehicles.length > 0 ? 'המוסך ריק' : 'המוסך עוד ריק'}>
          מה שתקנו כאן יופיע במוסך אחרי המסירה, עם הטיפולים והמסמכים. אפשר להוסיף גם דגם שנקנה במקום אחר.
        </Empty>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {vehicles.map((vehicle) => {
            const chassis = chassisOf(vehicle);
            const isGoing = busy.includes(`${vehicle.slug} ${vehicle.year}`);
            return (
              <VehicleCard
                key={vehicle.key}
                vehicle={vehicle}
                visits={visits[vehicle.key] ?? []}
                today={today}
                partsPath={sparePartsPath({ model: vehicle.slug, year: vehicle.year, chassis: chassis ?? null })}
                note={
                  chassis && (
                    <p className="text-sm text-ink-2">
                      מספר שלדה <bdi dir="ltr">{chassis}</bdi>, במכשיר הזה בלבד
                    </p>
                  )
                }
                remove={
                  !vehicle.kept && (
                    <IconButton
                      label={`הסרת ${vehicle.name}${vehicle.year ? ` ${vehicle.year}` : ''} מהמוסך`}
                      className="absolute end-2 top-2 z-10 text-ink-3 hover:text-danger"
                      aria-busy={isGoing || undefined}
                      onClick={() => !isGoing && remove(vehicle)}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  )
                }
              />
            );
          })}
        </ul>
      )}
      <SoldVehicles
        vehicles={soldVehicles}
        refused={reply?.form === 'keep' || reply?.form === 'remove' ? reply.refused?.message : undefined}
      />
      {models.length > 0 && (
        <div ref={adding} className="mt-8 grid gap-4 lg:grid-cols-2">
          {byPlate && (
            <div className="grid content-start gap-4 rounded-xl bg-ground-2 p-5 md:p-7">
              <h2 className="text-xl">לפי מספר רישוי</h2>
              <PlateFinder
                label="הוספה לפי מספר רישוי"
                button="הוספה למוסך"
                reply={reply?.form === 'plate' ? reply.refused : undefined}
              />
            </div>
          )}
          <AddForm models={models} refused={reply?.form === 'add' ? reply.refused : undefined} />
        </div>
      )}
      <EmailProved />
      <RemindersForm
        reminders={reminders}
        reply={reply?.form === 'reminders' ? reply.refused : undefined}
        saved={reply?.form === 'reminders' && !reply.refused}
      />
    </>
  );
}

type AddProps = { models: { slug: string; name: string }[]; refused: GarageReply['refused'] };

function AddForm({ models, refused }: AddProps) {
  const busy = useNavigation().formData?.get('form') === 'add';
  const stopSecond = useStopSecond(busy);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused) form.current?.querySelector('select')?.focus();
  }, [refused]);
  return (
    <Form
      ref={form}
      method="post"
      onSubmit={stopSecond}
      noValidate
      preventScrollReset
      className="flex flex-wrap content-start items-end gap-3 rounded-xl bg-ground-2 p-5 md:p-7"
    >
      <input type="hidden" name="form" value="add" />
      <SelectField
        label="הוספת דגם שכבר יש לכם"
        name="model"
        required
        defaultValue=""
        {...(refused && { error: refused.message })}
        className="min-w-[min(14rem,100%)] grow basis-0"
      >
        <option value="" disabled>
          בחרו דגם
        </option>
        {models.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary" busy={busy}>
        הוספה למוסך
      </Button>
    </Form>
  );
}
