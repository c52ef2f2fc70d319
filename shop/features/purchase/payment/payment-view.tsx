import { useEffect, useRef, useState } from 'react';
import { messageOf } from '~/api.ts';
import type { PaymentPage } from '../place-order.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { Declined, InDoubt, PageProblem, Processing, Stopped } from './payment-states.tsx';

/** What stands in the place of the gateway's page. `closed`: the shopper hasn't opened it yet. */
type View =
  | { name: 'closed' | 'processing' | 'stopped' | 'in_doubt' }
  | { name: 'frame'; page: PaymentPage }
  | { name: 'problem'; message: string };

const IN_DOUBT: View = { name: 'in_doubt' };

/**
 * What is shown of a payment while it is made. A declined card gets a new page.
 * @param getPage `null`: nothing is to pay any more, which it tells itself
 * @returns `part`: what holds the view, and gets the focus; `follow`: what an answer about an unpaid order leads to
 */
export function usePaymentView(
  first: PaymentPage | null,
  isDeclined: boolean,
  getPage: () => Promise<PaymentPage | null>,
  isInDoubt = false,
) {
  const [view, setView] = useState<View>(first ? { name: 'frame', page: first } : { name: 'closed' });
  const [declined, setDeclined] = useState(isDeclined);
  const [busy, setBusy] = useState(false);
  const part = useRef<HTMLElement>(null);
  const shownView = isInDoubt ? IN_DOUBT : view;
  const initialView = useRef(shownView);
  // What had the focus (the frame, a button) makes room for something else.
  useEffect(() => {
    if (shownView === initialView.current) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: shownView.name === 'frame' ? 'start' : 'nearest' });
  }, [shownView]);

  async function open() {
    setBusy(true);
    try {
      const page = await getPage();
      if (page) setView({ name: 'frame', page });
    } catch (error) {
      setView({ name: 'problem', message: messageOf(error) });
    }
    setBusy(false);
  }

  function follow(status: string, returned: boolean, cancelled: boolean): void | Promise<void> {
    if (view.name !== 'frame' && view.name !== 'processing') return;
    // Told together with the new page: who reads it types into that one.
    if (status === 'failed') return open().then(() => setDeclined(true));
    if (status === 'cancelled' || cancelled) return setView({ name: 'stopped' });
    if (returned) setView({ name: 'processing' });
  }

  return { view: shownView, declined, busy, part, open, follow };
}

type Props = { view: View; declined: boolean; onOpen: () => void };

export const PaymentView = ({ view, declined, onOpen }: Props) => (
  <>
    <div role="alert">{declined && (view.name === 'frame' || view.name === 'closed') && <Declined />}</div>
    <div role="status" className="contents">
      {view.name === 'processing' && <Processing onBack={onOpen} />}
      {view.name === 'stopped' && <Stopped onBack={onOpen} />}
      {view.name === 'in_doubt' && <InDoubt />}
    </div>
    {view.name === 'frame' && <PaymentFrame page={view.page} />}
    {view.name === 'problem' && <PageProblem message={view.message} onRetry={onOpen} />}
  </>
);
