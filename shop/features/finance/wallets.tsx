import { useSyncExternalStore } from 'react';
import { type Wallet, type WalletRule, walletNames, walletsFor } from '#domain/money/wallets.ts';
import { useStore } from '~/store.ts';

/** Apple's own question; other devices don't know it, and insecure pages may not ask it. */
function canApplePay(): boolean {
  const { ApplePaySession } = window as { ApplePaySession?: { canMakePayments: () => boolean } };
  try {
    return ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}
const never = () => () => {};

/** Wallets of the store that pay this sum on this device. Shekels. */
export function useWallets(rules: WalletRule[], sum: number): Wallet[] {
  const apple = useSyncExternalStore(never, canApplePay, () => false);
  return walletsFor(rules, sum).filter((wallet) => wallet !== 'apple_pay' || apple);
}

/** Beside a price, before anything is bought: by what it can be paid besides a card. Shekels. */
export function WalletNote({ sum }: { sum: number }) {
  const wallets = useWallets(useStore().store.wallets, sum);
  if (wallets.length === 0) return null;
  return (
    <p className="text-sm text-ink-2">
      אפשר לשלם גם{' '}
      {wallets.map((wallet, i) => (
        <span key={wallet}>
          {i > 0 && (i === wallets.length - 1 ? ' או ' : ', ')}
          ב־<bdi className="font-semibold whitespace-nowrap">{walletNames[wallet]}</bdi>
        </span>
      ))}
    </p>
  );
}
