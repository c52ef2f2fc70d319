import { UserRound } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button, buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { ApiError, call, noConnection } from '~/api.ts';
import { refreshCustomer } from '../customer.ts';
import { useChange } from '../use-change.ts';

const MOST_BYTES = 8 * 1024 * 1024;
const KINDS = ['image/jpeg', 'image/png', 'image/webp'];
const refused = (message: string) => new ApiError(422, { error_code: 'IMAGE_REFUSED', message, request_id: '' });

/** The customer's picture, visible to the customer only. */
export function OwnPicture({ src }: { src: string | null }) {
  const { busy, change } = useChange();
  const input = useRef<HTMLInputElement>(null);

  async function send(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (!file) return;
    await change(
      'upload',
      async () => {
        if (!KINDS.includes(file.type)) throw refused('אפשר להעלות תמונת JPEG,‏ PNG או WebP');
        if (file.size > MOST_BYTES) throw refused('התמונה גדולה מדי. אפשר להעלות עד 8MB');
        // The one call whose body isn't JSON.
        const response = await fetch('/customer/media/upload-customer-image', {
          method: 'POST',
          headers: { 'content-type': file.type },
          body: file,
        }).catch(() => {
          throw noConnection();
        });
        if (!response.ok) throw new ApiError(response.status, await response.json());
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
          aria-busy={busy === 'upload' || undefined}
        >
          {src ? 'החלפת התמונה' : 'הוספת תמונה'}
          <input
            ref={input}
            type="file"
            accept={KINDS.join(',')}
            onChange={(event) => void send(event)}
            className="sr-only"
          />
        </label>
        {src && (
          <Button variant="quiet" size="sm" busy={busy === 'remove'} onClick={() => void remove()}>
            הסרת התמונה
          </Button>
        )}
      </div>
    </div>
  );
}
