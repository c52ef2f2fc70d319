import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { entryOf, type Which } from './compared-list.ts';

type Offered = { slug: string; name: string };

type Props = {
  /** What is compared already. */
  list: Which[];
  offered: Offered[];
  /** The store has vehicles beyond the offered ones. */
  more: boolean;
  onAdd: () => void;
};

/** Adds a vehicle by a plain form, which works before scripts do. */
export function AddVehicle({ list, offered, more, onAdd }: Props) {
  const id = useId();
  if (offered.length === 0) return null;
  return (
    <Form method="get" action="/compare" preventScrollReset onSubmit={onAdd} className="grid gap-2">
      {list.length > 0 && <input type="hidden" name="ids" value={list.map(entryOf).join(',')} />}
      <label htmlFor={id} className="font-semibold">
        הוספת דגם להשוואה
      </label>
      <div className="flex flex-wrap gap-2">
        <select
          id={id}
          name="add"
          required
          defaultValue=""
          className="min-h-12 min-w-0 grow rounded-md bg-ground px-3 pe-9 shadow-[inset_0_0_0_1px_var(--line-strong)]"
        >
          <option value="" disabled>
            בחרו דגם
          </option>
          {offered.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" variant="secondary">
          <Plus aria-hidden className="size-5" /> הוספה
        </Button>
      </div>
      {more && (
        <p className="text-sm text-ink-2">
          כאן רק הדגמים הראשונים לפי שם.{' '}
          <Link
            to="/category?search="
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
          >
            חיפוש דגם אחר
          </Link>
        </p>
      )}
    </Form>
  );
}
