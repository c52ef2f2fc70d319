import { ChevronDown, Tag, X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { withoutMarks } from '#domain/text/without-marks.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import type { BasketStore } from './basket-store.ts';
import { useBasket } from './cart.tsx';

/**
 * Behind a question until it is wanted, as most shoppers have no code. A code is sent as typed; the server alone
 * decides. Its reason stands at the field, and in a toast until the next try.
 */
export function CouponField({ basket }: { basket: BasketStore }) {
  const { calculation, change, tryChange } = useBasket(basket);
  const { coupons } = calculation;
  const id = useId();
  /** `null` until the question is pressed: open where a coupon is applied. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  const open = pressed ?? coupons.length > 0;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ code: string; reason: string | null }>();
  /** Of the code that stands in the field: another one may have been typed before the answer. */
  const refused = refusal?.code === code ? refusal.reason : null;
  const hideLast = useRef(() => {});
  const input = useRef<HTMLInputElement>(null);
  const noteRemoval = useFocusAfterRemoval(coupons, input);

  /** Why the code was not taken. */
  async function tryCode(): Promise<string | null> {
    const { errors, hide } = await tryChange(({ coupons }) => ({ coupons: [...coupons, code] }));
    hideLast.current = hide;
    // News of a line, or of another code that this one has pushed out, is no refusal of this one.
    const ownCode = withoutMarks(code).trim().toUpperCase();
    const refusal = errors.find(({ id, error_code }) => !error_code || id?.toUpperCase() === ownCode);
    return refusal?.message ?? null;
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    // The field may stand inside another form's page region; its own submit must not reach that form.
    event.stopPropagation();
    if (busy || code.trim() === '') return;
    setBusy(true);
    hideLast.current();
    const reason = await tryCode();
    setBusy(false);
    setRefusal({ code, reason });
    if (reason === null) setCode((now) => (now === code ? '' : now));
  }

  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`${id}-form`}
        onClick={() => setPressed(!open)}
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start text-sm text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        יש לכם קוד קופון?
        <ChevronDown
          aria-hidden
          className={classNames('size-4 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      <form id={`${id}-form`} onSubmit={add} noValidate hidden={!open}>
        <label htmlFor={id} className="sr-only">
          קוד קופון
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            dir="auto"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={60}
            aria-invalid={refused !== null || undefined}
            aria-describedby={refused !== null ? `${id}-refused` : undefined}
            className="h-12 min-w-0 grow rounded-md border border-line-strong bg-ground px-4 aria-invalid:border-danger"
          />
          <Button type="submit" variant="secondary" busy={busy} className="shrink-0 px-4!">
            הפעלת הקוד
          </Button>
        </div>
        {refused !== null && (
          // The toast is what is read aloud.
          <p id={`${id}-refused`} className="mt-1.5 text-sm text-danger">
            {refused}
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
                onClick={() => {
                  // The field, which has the focus after the last one, stays.
                  setPressed(true);
                  noteRemoval();
                  void change(({ coupons }) => ({ coupons: coupons.filter((code) => code !== coupon.code) }));
                }}
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
