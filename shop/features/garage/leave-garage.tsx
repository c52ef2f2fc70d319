import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { useStopSecond } from '#ui/form/use-stop-second.ts';

type Props = {
  /** With its article: `האופנוע`. */
  goods: string;
  isBought: boolean;
  sold: string | undefined;
  removed: string | undefined;
};

/** The two ways out of the garage: a sold vehicle can be put back, a removed one is forgotten. */
export function LeaveGarage({ goods, isBought, sold, removed }: Props) {
  const papers = isBought && ' ההזמנה והחשבוניות נשארות בהזמנות שלכם.';
  return (
    <section aria-label="יציאה מהמוסך" className="grid justify-items-start gap-2 border-t border-line pt-6">
      <Way form="sold" summary={`מכרתי את ${goods}`} submit="אישור המכירה" refused={sold}>
        לא יישלחו עוד תזכורות, והפרטים עוברים במוסך אל ״נמכרו״. אפשר להחזיר משם בכל עת.{papers}
      </Way>
      <Way form="remove" summary="הסרה מהמוסך" submit="הסרה מהמוסך" refused={removed} isFinal>
        הקילומטרים, הטיפולים והתאריכים יימחקו, ולא יישלחו עוד תזכורות.{papers}
      </Way>
    </section>
  );
}

type WayProps = {
  form: string;
  summary: string;
  submit: string;
  /** Names the vehicle, where the page shows several. */
  vehicle?: string;
  refused: string | undefined;
  isFinal?: boolean;
  children: ReactNode;
};

/** Opened first, so that one press changes nothing; works without scripts. */
export function Way({ form, summary, submit, vehicle, refused, isFinal = false, children }: WayProps) {
  const sentForm = useNavigation().formData;
  const busy = sentForm?.get('form') === form && (!vehicle || sentForm.get('vehicle') === vehicle);
  const stopSecond = useStopSecond(busy);
  return (
    <details open={refused !== undefined}>
      <summary
        className={`inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4 ${isFinal ? 'text-danger' : 'text-action-ink'}`}
      >
        {summary}
      </summary>
      <p className="mt-2 max-w-prose text-ink-2">{children}</p>
      {refused && (
        <p role="alert" className="mt-4 font-semibold text-danger">
          {refused}
        </p>
      )}
      <Form method="post" onSubmit={stopSecond} className="mt-4 mb-4">
        <input type="hidden" name="form" value={form} />
        {vehicle && <input type="hidden" name="vehicle" value={vehicle} />}
        <Button type="submit" variant="secondary" busy={busy} className={isFinal ? 'text-danger!' : ''}>
          {submit}
        </Button>
      </Form>
    </details>
  );
}
