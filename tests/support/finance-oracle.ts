/**
 * Reckons a loan a second time, as its account book would: month by month, forwards, in fractions of whole numbers and
 * decimal digits. It shares neither formula nor arithmetic with `domain/finance.ts`, which it is there to judge.
 */
export type Loan = { principal: number; rateBp: number; months: number; balloon: number; fee: number };

export function oracle({ principal, rateBp, months, balloon, fee }: Loan) {
  const monthly = levelPayment({ principal, rateBp, months, balloon });
  const total = BigInt(monthly) * BigInt(months) + BigInt(balloon);
  return {
    monthly,
    totalPayments: Number(total),
    creditCost: Number(total - BigInt(principal) + BigInt(fee)),
    effectiveBp: effective({ received: principal - fee, monthly, months, balloon, total: Number(total) }),
  };
}

/** After each month the debt is `owed − paid · payment`; at the end the balloon is left, which gives the payment. */
function levelPayment({ principal, rateBp, months, balloon }: Omit<Loan, 'fee'>): number {
  let owed = BigInt(principal);
  let paid = 0n;
  let scale = 1n;
  for (let month = 0; month < months; month++) {
    scale *= 120_000n;
    owed *= 120_000n + BigInt(rateBp);
    paid = paid * (120_000n + BigInt(rateBp)) + scale;
  }
  return roundedFraction(owed - BigInt(balloon) * scale, paid);
}

const roundedFraction = (above: bigint, below: bigint): number => {
  let whole = above / below;
  while (whole * below > above) whole--;
  return Number(2n * (above - whole * below) >= below ? whole + 1n : whole);
};

const DIGITS = 10n ** 20n;

function effective(loan: {
  received: number;
  monthly: number;
  months: number;
  balloon: number;
  total: number;
}): number {
  if (loan.total <= loan.received) return 0;
  const settled = (rate: bigint): boolean => {
    let debt = BigInt(loan.received) * DIGITS;
    for (let month = 0; month < loan.months; month++) {
      debt += (debt * rate) / DIGITS - BigInt(loan.monthly) * DIGITS;
      // Once what is owed grows faster than it is paid back, no later month mends it.
      if (debt > BigInt(loan.total) * DIGITS * 1000n) return false;
    }
    return debt <= BigInt(loan.balloon) * DIGITS;
  };
  let cheap = 0n;
  let dear = DIGITS / 32n;
  while (settled(dear)) dear *= 2n;
  while (dear - cheap > 1n) {
    const middle = (cheap + dear) / 2n;
    if (settled(middle)) cheap = middle;
    else dear = middle;
  }
  let year = DIGITS;
  for (let month = 0; month < 12; month++) year = (year * (DIGITS + cheap)) / DIGITS;
  return roundedFraction((year - DIGITS) * 10_000n, DIGITS);
}
