import { type ComponentProps, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { prefetchOnIntent } from '#ui/hooks/load-chunk.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { SoldOut } from './stock-alert.tsx';

const loadStockAlert = () => import('./stock-alert.tsx');
const prefetch = prefetchOnIntent(loadStockAlert);
const StockAlert = lazyPart(loadStockAlert);

type Props = { of: SoldOut } & Pick<ComponentProps<typeof Button>, 'size' | 'wide' | 'variant'>;

/** Asks for a message once a sold-out variant is back. */
export function StockAlertButton({ of, ...look }: Props) {
  const [alert, setAlert] = useState<boolean | null>(null);
  return (
    <>
      <Button {...look} className="noscript:hidden" {...prefetch} onClick={() => setAlert(true)}>
        עדכון על חזרה למלאי
      </Button>
      {alert !== null && <StockAlert open={alert} onClose={() => setAlert(false)} of={of} />}
    </>
  );
}
