/**
 * Computes a loan a second time, as its account book would: month by month, forwards, in fractions of whole numbers and
 * decimal digits. It shares neither formula nor arithmetic with `domain/money/finance-formulas.ts`, which it is there
 * to judge.
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

type Repaid = { received: number; monthly: number; months: number; balloon: number; total: number };

/** Exact by itself; a guess in floating point only says where to look, so that two looks do for most loans. */
function effective(loan: Repaid): number {
  if (loan.total <= loan.received) return 0;
  const guess = Math.round(10_000 * guessedYear(loan));
  const surely = !settled(loan, monthly(guess + 0.5, -1)) && (guess === 0 || settled(loan, monthly(guess - 0.5, 1)));
  return surely ? guess : searched(loan);
}

/** Whether the payments are enough at this rate a month, in digits: at every rate up to the one that is looked for. */
function settled(loan: Repaid, rate: bigint): boolean {
  let debt = BigInt(loan.received) * DIGITS;
  for (let month = 0; month < loan.months; month++) {
    debt += (debt * rate) / DIGITS - BigInt(loan.monthly) * DIGITS;
    // Once what is owed grows faster than it is paid back, no later month makes up for it.
    if (debt > BigInt(loan.total) * DIGITS * 1000n) return false;
  }
  return debt <= BigInt(loan.balloon) * DIGITS;
}

/** The rate a month of so many basis points a year, moved by what floating point may be wrong. */
const monthly = (bp: number, side: 1 | -1): bigint =>
  BigInt(Math.round((Math.expm1(Math.log1p(bp / 10_000) / 12) + side * 1e-12) * 1e15)) * 100_000n;

function guessedYear({ received, monthly, months, balloon }: Repaid): number {
  let [cheap, dear] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const rate = (cheap + dear) / 2;
    const last = (1 + rate) ** -months;
    if ((monthly * (1 - last)) / rate + balloon * last > received) cheap = rate;
    else dear = rate;
  }
  return (1 + cheap) ** 12 - 1;
}

function searched(loan: Repaid): number {
  let cheap = 0n;
  let dear = DIGITS / 32n;
  while (settled(loan, dear)) dear *= 2n;
  while (dear - cheap > 1n) {
    const middle = (cheap + dear) / 2n;
    if (settled(loan, middle)) cheap = middle;
    else dear = middle;
  }
  let year = DIGITS;
  for (let month = 0; month < 12; month++) year = (year * (DIGITS + cheap)) / DIGITS;
  return roundedFraction((year - DIGITS) * 10_000n, DIGITS);
}
