import { WifiOff } from 'lucide-react';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { formatNumber } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const isEmpty = ({ search, found }: Suggestions): boolean => search !== '' && !found;

const PARTLY = 'אין מוצר שמתאים לכל המילים. אלה הקרובים ביותר:';

/** Status for screen readers once the list has settled. */
export function listStatus(
  count: number,
  busy: boolean,
  error: string | null,
  suggestions: Suggestions | null,
): string {
  if (error) return error;
  if (busy || !suggestions || suggestions.search === '') return '';
  if (isEmpty(suggestions)) return 'לא נמצאו תוצאות';
  const { corrected, partly } = suggestions;
  const note = corrected ? `מציגים תוצאות עבור ${corrected}. ` : partly ? `${PARTLY} ` : '';
  return note + (count === 1 ? 'הצעה אחת' : `${formatNumber(count)} הצעות`);
}

export function Corrected({ suggestions }: { suggestions: Suggestions }) {
  const { corrected, partly } = suggestions;
  if (!corrected && !partly) return null;
  return (
    <p className="px-5 pt-4 text-ink-2 md:px-7">
      {corrected ? (
        <>
          מציגים תוצאות עבור <bdi className="font-semibold text-ink">{corrected}</bdi>
        </>
      ) : (
        PARTLY
      )}
    </p>
  );
}

export function NoSuggestions({ suggestions }: { suggestions: Suggestions }) {
  if (!isEmpty(suggestions)) return null;
  return (
    <p className="px-5 pt-6 md:px-7">
      לא מצאנו תוצאות עבור <bdi className="font-semibold">{suggestions.search}</bdi>. אפשר לנסות מילה אחרת, או להתחיל
      כאן:
    </p>
  );
}

export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Empty
      icon={<WifiOff />}
      title="ההצעות לא נטענו"
      action={
        <Button variant="secondary" onClick={onRetry}>
          ניסיון נוסף
        </Button>
      }
    >
      <p>{message}</p>
    </Empty>
  );
}

/** Skeleton of a few lines with pictures. */
export const Waiting = () => (
  <div className="grid gap-3 p-5 md:px-7">
    {[60, 45, 70, 50].map((width) => (
      <div key={width} className="flex items-center gap-4">
        <Skeleton className="h-12 w-16" />
        <Skeleton className={width > 55 ? 'h-4 w-1/2' : 'h-4 w-1/3'} />
      </div>
    ))}
  </div>
);
