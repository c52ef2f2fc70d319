import { Heart } from 'lucide-react';
import { classNames } from '#ui/hooks/class-names.ts';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { saveFavorite } from './account-favorites.ts';
import { useIsFavorite } from './favorites.ts';

/** Adds a product to the favourites or removes it. Needs scripts, and is hidden without them. */
export function FavoriteButton({ uuid, name, className }: { uuid: string; name: string; className?: string }) {
  const favorite = useIsFavorite(uuid);
  const toast = useToast();
  const toggle = () =>
    saveFavorite(uuid, !favorite).catch((error) => toast({ kind: 'danger', title: messageOf(error) }));
  return (
    <button
      type="button"
      aria-pressed={favorite}
      aria-label={`${name} – במועדפים`}
      title={favorite ? 'הסרה מהמועדפים' : 'הוספה למועדפים'}
      onClick={toggle}
      className={classNames(
        'grid size-11 place-items-center rounded-full bg-clip-content p-1 text-ink-2 transition-colors hover:bg-ground hover:text-ink noscript:hidden',
        className,
      )}
    >
      <Heart
        aria-hidden
        strokeWidth={1.75}
        className={classNames('size-5.5 transition-transform active:scale-90', favorite && 'fill-danger text-danger')}
      />
    </button>
  );
}
