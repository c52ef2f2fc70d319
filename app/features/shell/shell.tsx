import type { ReactNode } from 'react';
import { Toasts } from '~/ui/toasts.tsx';
import { CartProvider } from '../cart/cart.tsx';

export function Shell({ children }: { children: ReactNode }) {
  return (
    <Toasts>
      <CartProvider>
        <main id="content">{children}</main>
      </CartProvider>
    </Toasts>
  );
}
