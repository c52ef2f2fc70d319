import { Minus, Plus } from 'lucide-react';
import { isolateRuns } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Difference } from '#ui/difference.tsx';
import { Price } from '#ui/price.tsx';
import type { Offer } from './use-configuration.ts';

type Props = { offer: Offer | null; onAccept: () => void; onClose: () => void };

/** Further changes that a choice requires, and why: nothing changes before the shopper agrees. */
export function OfferDialog({ offer, onAccept, onClose }: Props) {
  const title = offer ? `${offer.on ? 'בחירה' : 'הסרה'}: ${offer.choice.name}` : '';
  return (
    <Dialog open={offer !== null} onClose={onClose} title={title}>
      {offer && (
        <div className="grid gap-5 p-5">
          {offer.reasons.map((reason) => (
            <p key={reason}>{isolateRuns(reason)}</p>
          ))}
          {offer.next ? (
            <>
              <div className="grid gap-2">
                <p className="font-semibold">מה ישתנה בהרכבה</p>
                <ul className="grid gap-2 rounded-md bg-ground-2 p-4">
                  {offer.added.map((choice) => (
                    <li key={choice.key} className="flex items-center gap-2">
                      <Plus aria-hidden className="size-4 shrink-0 text-success" />
                      <span className="grow">
                        <span className="sr-only">יתווסף: </span>
                        {isolateRuns(choice.name)}
                      </span>
                      <Difference value={choice.price} className="text-sm font-semibold" />
                    </li>
                  ))}
                  {offer.removed.map((choice) => (
                    <li key={choice.key} className="flex items-center gap-2">
                      <Minus aria-hidden className="size-4 shrink-0 text-danger" />
                      <span className="sr-only">יוסר: </span>
                      <s className="grow text-ink-2">{isolateRuns(choice.name)}</s>
                      {choice.price !== 0 && <Difference value={-choice.price} className="text-sm font-semibold" />}
                    </li>
                  ))}
                  {offer.base !== 0 && (
                    <li className="flex items-center justify-between gap-2">
                      מחיר הבסיס
                      <Difference value={offer.base} className="text-sm font-semibold" />
                    </li>
                  )}
                </ul>
                {offer.price !== null && (
                  <p className="flex items-baseline justify-between gap-4">
                    המחיר אחרי השינוי
                    <Price value={offer.price} className="text-lg font-bold" />
                  </p>
                )}
              </div>
              <div className="flex flex-wrap gap-3">
                <Button onClick={onAccept}>אישור השינוי</Button>
                <Button variant="quiet" onClick={onClose}>
                  ביטול
                </Button>
              </div>
            </>
          ) : (
            <Button onClick={onClose}>חזרה להרכבה</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
