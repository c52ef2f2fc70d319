import type { Db } from '#db/client.ts';
import { garageReminders, garageVehicles } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { formatDate, formatNumber, isolate } from '#domain/text/format.ts';
import {
  forEachDueRecipient,
  type Recipient,
  type RequestedMessage,
  type SendTools,
  sendAndScheduleNext,
} from '../requested-messages/send.ts';
import { nextServiceOf } from './own-vehicles.ts';
import { type VehicleRow, vehicleRowsOf } from './vehicle-rows.ts';

type Notified = Partial<
  Pick<typeof garageVehicles.$inferInsert, 'testNotified' | 'insuranceNotified' | 'serviceNotified'>
>;
type DueReminder = { ownVehicle: VehicleRow; what: string; by: string; notified: Notified };

/** What is due within so many days and was not sent yet: each test, insurance and service once. */
function dueOf(ownVehicle: VehicleRow, today: string, days: number): DueReminder[] {
  const until = addDays(today, days);
  const isDue = (day: string | null): day is string => day !== null && day <= until;
  const due: DueReminder[] = [];
  const { test_until: test, insured_until: insured } = ownVehicle;
  // What is long past needs no reminder any more.
  if (isDue(test) && test >= today && test !== ownVehicle.test_notified)
    due.push({ ownVehicle, what: 'טסט', by: `עד ${isolate(inWords(test))}`, notified: { testNotified: test } });
  if (isDue(insured) && insured >= today && insured !== ownVehicle.insurance_notified)
    due.push({
      ownVehicle,
      what: 'ביטוח',
      by: `עד ${isolate(inWords(insured))}`,
      notified: { insuranceNotified: insured },
    });
  const service = nextServiceOf(ownVehicle);
  if (service && isDue(service.dueOn) && ownVehicle.service_notified !== ownVehicle.services) {
    const km = service.km === null ? '' : `ב־${isolate(formatNumber(service.km))} ק״מ`;
    const day = service.on === null ? '' : `עד ${isolate(inWords(service.on))}`;
    const by = [km, day].filter(Boolean).join(' או ');
    due.push({ ownVehicle, what: 'טיפול', by, notified: { serviceNotified: ownVehicle.services } });
  }
  return due;
}

const inWords = (day: string): string => formatDate(`${day}T12:00:00Z`);

/**
 * Reminds owners who asked for it of services, tests and insurances: all that is due in one message, at most one a day,
 * and each of them once.
 */
export const sendVehicleReminders = (tools: SendTools, stop?: AbortSignal): Promise<void> =>
  forEachDueRecipient(tools, 'vehicle_reminders', (tx, recipient) => remind(tools, tx, recipient), stop);

async function remind(tools: SendTools, tx: Db, recipient: Recipient): Promise<void> {
  const { customer } = recipient;
  const now = tools.now();
  const [reminders] = await tx.select().from(garageReminders).where(eq(garageReminders.customerUid, customer.uuid));
  const days = reminders?.days ?? 0;
  const dueReminders = (await vehicleRowsOf(tx, customer.uuid)).flatMap((ownVehicle) =>
    dueOf(ownVehicle, israelDay(now), days),
  );
  const write = (links: { site: string; stop: string }) => letterOf(recipient, dueReminders, links);
  if (await sendAndScheduleNext(tools, tx, 'vehicle_reminders', recipient, dueReminders.length > 0 ? write : null))
    for (const { ownVehicle, notified } of dueReminders)
      await noteNotified(tx, customer.uuid, ownVehicle, notified, now);
}

/** A bought vehicle of which its owner has written nothing gets its row here. */
async function noteNotified(
  tx: Db,
  customerUid: string,
  ownVehicle: VehicleRow,
  notified: Notified,
  now: Date,
): Promise<void> {
  if (ownVehicle.uuid) await tx.update(garageVehicles).set(notified).where(eq(garageVehicles.uuid, ownVehicle.uuid));
  else
    await tx
      .insert(garageVehicles)
      .values({
        ...{
          customerUid,
          vehicleUid: ownVehicle.vehicle_uid,
          orderLineUid: ownVehicle.order_line_uid,
          unit: ownVehicle.unit,
        },
        ...{ createdAt: ownVehicle.handed_over_at ?? now, ...notified },
      })
      .onConflictDoUpdate({
        target: [garageVehicles.orderLineUid, garageVehicles.unit],
        set: notified,
      });
}

const stopWords = 'להפסקת התזכורות';

function letterOf(
  { customer, store }: Recipient,
  dueReminders: DueReminder[],
  { site, stop }: { site: string; stop: string },
): RequestedMessage {
  const url = `${site}/personal-area/garage`;
  const lines = dueReminders.map(({ ownVehicle, what, by }) => ({ what, of: isolate(ownVehicle.name), by }));
  const [first] = dueReminders;
  const body = lines.map(({ what, of, by }) => `${what} ל־${of} ${by}`).join('; ');
  return {
    sms: `${store.name}: תזכורת, ${body}. ${url} ${stopWords}: ${stop}`,
    mail: {
      heading:
        dueReminders.length === 1 && first
          ? `תזכורת: ${first.what} ל־${isolate(first.ownVehicle.name)}`
          : 'תזכורות לכלי הרכב שלכם',
      paragraphs: [`שלום ${isolate(customer.firstName)},`, 'ביקשתם שנזכיר לכם מה מתקרב:'],
      facts: lines.map(({ what, of, by }) => ({ name: `${what}, ${of}`, value: by })),
      button: { label: 'למוסך שלי', url },
      note: 'כבר טיפלתם בזה? עדכנו את התאריך או את הטיפול במוסך, ולא נזכיר שוב.',
      unsubscribe: stop,
      unsubscribeLabel: stopWords,
    },
  };
}
