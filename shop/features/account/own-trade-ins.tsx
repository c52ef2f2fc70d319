import { ArrowLeftRight } from 'lucide-react';
import { type TradeInState, tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';

type Props = {
  tradeIns: { secret: string; name: string; state: TradeInState; low: number | null; high: number | null }[];
};

/** Used vehicles that were offered in exchange, each linked to the page where its offer is used. */
export function OwnTradeIns({ tradeIns }: Props) {
  return (
    <ul className="grid gap-3">
      {tradeIns.map(({ secret, name, state, low, high }) => (
        <li key={secret} className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg bg-ground-2 p-5 sm:p-6">
          <ArrowLeftRight aria-hidden className="size-6 shrink-0 text-ink-3" />
          <div className="min-w-56 grow basis-0">
            <h3 className="font-bold">
              <bdi>{name}</bdi>
            </h3>
            <p className="text-ink-2">
              {tradeInStateNames[state]}
              {low !== null && ['offered', 'ordered'].includes(state) && (
                <>
                  : <Price value={low} />
                  {high !== null && high !== low && (
                    <>
                      {' '}
                      עד <Price value={high} />
                    </>
                  )}
                </>
              )}
            </p>
          </div>
          {/* A new document, as its URL is a secret. */}
          <Link
            to={`/trade-in/${secret}`}
            reloadDocument
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
          >
            לפרטי ההצעה
          </Link>
        </li>
      ))}
    </ul>
  );
}
