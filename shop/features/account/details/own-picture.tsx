import { UserRound } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button, buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { call } from '~/api.ts';
import { photoRule, uploadFile } from '~/upload/upload-file.ts';
import { refreshCustomer } from '../customer.ts';
import { useChange } from '../use-change.ts';

/** The customer's picture, visible to the customer only. */
export function OwnPicture({ src }: { src: string | null }) {
  const { busy, change } = useChange();
  const input = useRef<HTMLInputElement>(null);
  const noteRemoval = useFocusAfterRemoval(src ?? 'none', input);

  async function send(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (!file) return;
    await change(
      'upload',
      async () => {
        await uploadFile('/customer/media/upload-customer-image', file, photoRule);
        await refreshCustomer();
      },
      'התמונה נשמרה',
    );
    if (input.current) input.current.value = '';
  }

  const remove = () =>
    change(
      'remove',
      async () => {
        await call('POST /customer/media/delete-customer-image', {});
        noteRemoval();
        await refreshCustomer();
      },
      'התמונה הוסרה',
    );

  return (
    <div className="mt-8 flex flex-wrap items-center gap-5">
      {src ? (
        <img src={src} alt="התמונה שלי" width={96} height={96} className="size-24 rounded-full object-cover" />
      ) : (
        <span aria-hidden className="grid size-24 place-items-center rounded-full bg-ground-2 text-ink-3">
          <UserRound strokeWidth={1.5} className="size-10" />
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        <label
          className={classNames(
            buttonLook({ variant: 'secondary', size: 'sm' }),
            'cursor-pointer focus-within:outline-3 focus-within:outline-action-ink',
          )}
          aria-busy={busy.includes('upload') || undefined}
        >
          {src ? 'החלפת התמונה' : 'הוספת תמונה'}
          <input
            ref={input}
            type="file"
            accept={photoRule.types.join(',')}
            onChange={(event) => void send(event)}
            className="sr-only"
          />
        </label>
        {src && (
          <Button variant="quiet" size="sm" busy={busy.includes('remove')} onClick={() => void remove()}>
            הסרת התמונה
          </Button>
        )}
      </div>
    </div>
  );
}
