import { CreditCard } from 'lucide-react';
import { Button } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';

/** Opens the gateway's page, for a sum. */
export const PayButton = ({ amount, busy, onPay }: { amount: number; busy: boolean; onPay: () => void }) => (
  <>
    <Button size="lg" busy={busy} onClick={onPay} className="w-full sm:w-auto">
      <CreditCard aria-hidden className="size-5" /> לתשלום <Price value={amount} />
    </Button>
    <p className="text-center text-sm text-ink-3">
      התשלום בעמוד המאובטח של חברת הסליקה. פרטי הכרטיס אינם עוברים דרכנו.
    </p>
  </>
);
