import { Tag, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '~/ui/button.tsx';

type Props = {
  coupons: { id: string; code: string; name: string }[];
  /** `false` when the server did not take the code; the shopper has then been told why. */
  onAdd: (code: string) => Promise<boolean>;
  onRemove: (code: string) => Promise<unknown>;
};

/** A code is sent as typed; the server alone decides (storefront.md §5). */
export function CouponField({ coupons, onAdd, onRemove }: Props) {
  const id = useId();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);

  async function add(event: FormEvent) {
    event.preventDefault();
    // The field may stand inside another form's page region; its own submit must not reach that form.
    event.stopPropagation();
    if (busy || code.trim() === '') return;
    setBusy(true);
    const taken = await onAdd(code);
    setBusy(false);
    setRefused(!taken);
    if (taken) setCode('');
  }

  return (
    <div className="grid gap-2">
      <form onSubmit={add} noValidate>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-2">
          קוד קופון
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setRefused(false);
            }}
            dir="auto"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={60}
            aria-invalid={refused || undefined}
            aria-describedby={refused ? `${id}-refused` : undefined}
            className="h-12 min-w-0 grow rounded-md border border-line-strong bg-ground px-4 aria-invalid:border-danger"
          />
          <Button type="submit" variant="secondary" busy={busy}>
            החלה
          </Button>
        </div>
        {refused && (
          <p id={`${id}-refused`} role="alert" className="mt-1.5 text-sm text-danger">
            הקופון לא הוחל. בדקו את הקוד ונסו שוב
          </p>
        )}
      </form>
      {coupons.length > 0 && (
        <ul aria-label="קופונים שהוחלו" className="flex flex-wrap gap-2">
          {coupons.map((coupon) => (
            <li
              key={coupon.id}
              className="inline-flex min-h-11 items-center rounded-full bg-success-wash ps-4 text-sm font-medium text-success"
            >
              <Tag aria-hidden className="me-2 size-4" />
              <bdi>{coupon.code}</bdi>
              <button
                type="button"
                aria-label={`הסרת הקופון ${coupon.code}`}
                className="grid size-11 place-items-center rounded-full hover:bg-current/8"
                onClick={() => onRemove(coupon.code)}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
