import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OwnVehicleDetails } from '#contract/customers/own-vehicles.ts';
import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';

const schema = () => import('#contract/customers/vehicle-form.ts').then(({ vehicleForm }) => vehicleForm);

type Props = { vehicle: OwnVehicleDetails; reply: FormReply | undefined; saved: boolean };

const text = (value: string | number | null): string => (value === null ? '' : String(value));

const shownOf = ({ kilometres, test_until, insured_until, year, plate }: OwnVehicleDetails): string =>
  [kilometres, test_until, insured_until, year, plate].map(text).join('|');

/** What only the owner knows. A plate that the store recorded isn't asked for. */
export function DetailsForm({ vehicle, reply, saved }: Props) {
  const { year, plate, has_official_plate, kilometres, test_until, insured_until } = vehicle;
  // As the fields began: a service that is recorded beside them changes the vehicle, and not what was typed here.
  const [initial, setInitial] = useState({ vehicle, was: shownOf(vehicle) });
  if (vehicle !== initial.vehicle) setInitial({ vehicle, was: saved ? shownOf(vehicle) : initial.was });
  const { formData } = useNavigation();
  const sending = formData?.get('form') === 'details' ? formData : undefined;
  const form = useForm(schema, {
    reply,
    values: {
      year: text(year),
      plate: plate && formatPlate(plate),
      kilometres: text(kilometres),
      test_until: text(test_until),
      insured_until: text(insured_until),
    },
    busy: sending !== undefined,
  });
  const sent = useRef<FormData>(undefined);
  useEffect(() => {
    if (sending) sent.current = sending;
  }, [sending]);
  // What was saved stands in the fields, also where it came from another device: the next save begins with that. What
  // was typed while it was being sent stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each vehicle that is loaded, which is after the reply has come
  useEffect(() => {
    const element = document.getElementById(form.id);
    if (!saved || !(element instanceof HTMLFormElement)) return;
    for (const field of element.querySelectorAll('input'))
      if (field.value === sent.current?.get(field.name)) field.value = field.defaultValue;
    sent.current = undefined;
  }, [vehicle]);
  return (
    <section aria-labelledby="own-details-title">
      <h2 id="own-details-title" className="text-xl">
        עדכון פרטים
      </h2>
      <Form {...form.props} preventScrollReset className="mt-4 grid gap-4">
        <FormErrors form={form} />
        <input type="hidden" name="form" value="details" />
        <input {...form.hidden('was', initial.was)} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="קילומטרים"
            {...form.field('kilometres')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
          />
          <TextField label="שנת דגם" {...form.field('year')} inputMode="numeric" autoComplete="off" maxLength={4} />
          {!has_official_plate && (
            <TextField
              label="מספר רישוי"
              {...form.field('plate')}
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              maxLength={20}
            />
          )}
          <TextField label="טסט בתוקף עד" {...form.field('test_until')} type="date" />
          <TextField label="ביטוח בתוקף עד" {...form.field('insured_until')} type="date" />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button {...form.button}>שמירה</Button>
          <p role="status" className="font-semibold text-success">
            {saved && 'הפרטים נשמרו'}
          </p>
        </div>
      </Form>
    </section>
  );
}
