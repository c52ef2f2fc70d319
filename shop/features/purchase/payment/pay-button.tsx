import { CreditCard } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { DueText } from './due-text.tsx';

type Props = { amount: number; payments: number; busy: boolean; onPay: () => void };

/** Opens the gateway's page, for a sum in so many payments. */
export const PayButton = ({ amount, payments, busy, onPay }: Props) => (
  <>
    <Button size="lg" busy={busy} onClick={onPay} className="w-full sm:w-auto noscript:hidden">
      <CreditCard aria-hidden className="size-5" />{' '}
      <span>
        לתשלום <DueText amount={amount} payments={payments} />
      </span>
    </Button>
    <p className="hidden text-center font-semibold noscript:block">
      כדי לשלם כאן צריך לאפשר JavaScript בדפדפן. אפשר גם לפנות אלינו בטלפון.
    </p>
    <p className="text-center text-sm text-ink-3">התשלום בדף המאובטח של חברת הסליקה. פרטי הכרטיס אינם עוברים דרכנו.</p>
  </>
);
