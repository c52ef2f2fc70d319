import { remindersForm, serviceForm, vehicleForm } from '#contract/customers/vehicle-form.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { setReminders } from './reminders.ts';
import { recordService, saveVehicle } from './write.ts';

/** What came of a form of the page: which it was, and why it was refused. */
export type GarageReply = {
  form: 'details' | 'service' | 'reminders' | 'add' | 'remove' | 'sold' | 'keep';
  /** The last record of a service was put right: there is no further one. */
  corrected?: boolean;
  refused?: FormReply;
};

/** What the rules behind a form refuse is shown in the form. @throws whatever is no refusal, or says that there is no such vehicle */
export async function asReply<Name extends string>(
  form: Name,
  work: Promise<unknown>,
  values = {},
): Promise<{ form: Name; refused?: FormReply }> {
  try {
    await work;
    return { form };
  } catch (error) {
    if (!(error instanceof Refusal) || [401, 404].includes(error.status)) throw error;
    const errors = Object.fromEntries((error.extra.fields ?? []).map(({ path, message }) => [path, message]));
    return { form, refused: { errors, values, message: error.message } };
  }
}

export async function receiveDetails(ctx: RequestContext, key: string, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(vehicleForm, form);
  return errors
    ? { form: 'details', refused: { errors, values } }
    : asReply('details', saveVehicle(ctx, key, data), values);
}

export async function receiveService(ctx: RequestContext, key: string, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(serviceForm, form);
  if (errors) return { form: 'service', refused: { errors, values } };
  const recorded = recordService(ctx, key, data);
  const reply = await asReply('service', recorded, values);
  return reply.refused ? reply : { ...reply, corrected: await recorded };
}

export async function receiveReminders(ctx: RequestContext, form: FormData): Promise<GarageReply> {
  const { data, errors, values } = parseForm(remindersForm, form);
  return errors
    ? { form: 'reminders', refused: { errors, values } }
    : asReply('reminders', setReminders(ctx, data), values);
}
