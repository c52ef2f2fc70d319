import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';

/** At the foot of the page that an invitation leads to. */
export function DeclineForm({ declined }: { declined: boolean }) {
  const pressed = useRef(false);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (declined && pressed.current) status.current?.focus();
  }, [declined]);
  return (
    <div className="mt-12 border-t border-line pt-6 text-sm text-ink-2">
      {declined ? (
        <p ref={status} tabIndex={-1} role="status">
          לא נשלח לכם עוד הזמנות לכתוב ביקורת.
        </p>
      ) : (
        <Form
          method="post"
          preventScrollReset
          onSubmit={() => {
            pressed.current = true;
          }}
          className="flex flex-wrap items-center gap-x-3"
        >
          <span>אינכם רוצים לקבל בדוא״ל הזמנות לכתוב ביקורת?</span>
          <Button type="submit" name="decline" value="on" variant="quiet" size="sm">
            לא לשלוח עוד
          </Button>
        </Form>
      )}
    </div>
  );
}
