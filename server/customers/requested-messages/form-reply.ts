import type { FormReply } from '#domain/forms/parse-form.ts';
import { Refusal } from '../../platform/errors.ts';

/**
 * What the rules behind a form refuse is shown in the form. @throws whatever is no refusal, or says that nobody is
 * signed in or that there is no such thing
 */
export async function formReply<Name extends string>(
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
