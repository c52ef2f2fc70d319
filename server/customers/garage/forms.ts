import { remindersForm, serviceForm, vehicleForm } from '#contract/customers/vehicle-form.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import type { RequestContext } from '../../context.ts';
import { formReply } from '../requested-messages/form-reply.ts';
import { setReminders } from './reminder-settings.ts';
import { recordService, saveVehicle } from './write.ts';

/** What came of a form of the page: which it was, and why it was refused. */
export type GarageReply = {
  form: 'details' | 'service' | 'reminders' | 'add' | 'plate' | 'remove' | 'sold' | 'keep';
  /** The last record of a service was put right: there is no further one. */
  corrected?: boolean;
  refused?: FormReply;
};

export async function receiveDetails(ctx: RequestContext, key: string, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(vehicleForm, form);
  return errors
    ? { form: 'details', refused: { errors, values } }
    : formReply('details', saveVehicle(ctx, key, data), values);
}

export async function receiveService(ctx: RequestContext, key: string, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(serviceForm, form);
  if (errors) return { form: 'service', refused: { errors, values } };
  const recorded = recordService(ctx, key, data);
  const reply = await formReply('service', recorded, values);
  return reply.refused ? reply : { ...reply, corrected: await recorded };
}

export async function receiveReminders(ctx: RequestContext, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(remindersForm, form);
  return errors
    ? { form: 'reminders', refused: { errors, values } }
    : formReply('reminders', setReminders(ctx, data), values);
}
