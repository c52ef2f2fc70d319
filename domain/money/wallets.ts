/** Wallets that a gateway's page may take beside cards. */
export const WALLETS = ['bit', 'google_pay', 'apple_pay'] as const;
export type Wallet = (typeof WALLETS)[number];

export const isWallet = (value: unknown): value is Wallet => WALLETS.some((wallet) => wallet === value);

/** As their owners write them, in Hebrew texts too. */
export const walletNames: Record<Wallet, string> = { bit: 'Bit', google_pay: 'Google Pay', apple_pay: 'Apple Pay' };

/** A wallet of a store's terminal. `up_to`: the most that it takes at a time by the store's contract. Shekels. */
export type WalletRule = { wallet: Wallet; up_to?: number };

/**
 * Wallets that pay this sum. They charge a whole sum at once: Bit knows neither payments nor holds, and of the others
 * no gateway promises them, so payments and deposits are for cards. Shekels.
 */
export const walletsFor = (rules: WalletRule[] | undefined, sum: number): Wallet[] =>
  (rules ?? []).filter(({ up_to }) => up_to === undefined || sum <= up_to).map(({ wallet }) => wallet);
