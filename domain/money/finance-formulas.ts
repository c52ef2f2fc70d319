import { percentOf } from './money.ts';

/**
 * Vehicle finance: equal monthly payments (Spitzer) with an optional balloon paid with the last one; formulas and
 * test vectors in docs/rules/finance.md. Money is integer agorot, rates are yearly basis points. Arithmetic is
 * BigInt, so that browser and server agree to the agora.
 */
export type PlanTerms = {
  rateBp: number;
  monthsMin: number;
  monthsMax: number;
  monthsStep: number;
  /** These three are basis points of the price. */
  downMinBp: number;
  downMaxBp: number;
  balloonBp: number;
  /** Opening and lien fees, paid when the loan is given; part of its cost, not of the payments. */
  feeAgorot: number;
  /** Limits of the financed sum. */
  minAgorot: number;
  maxAgorot: number;
};

export type FinanceQuote = {
  price: number;
  down: number;
  principal: number;
  months: number;
  monthly: number;
  balloon: number;
  fee: number;
  rateBp: number;
  /** Every payment and the balloon; neither down payment nor fee. */
  totalPayments: number;
  /** `totalPayments` − principal + fee. */
  creditCost: number;
  effectiveBp: number;
};

/** The discount factor has 96 binary digits after the point: about 10^−28, far below any rounding. */
const BITS = 96n;
const ONE = 1n << BITS;

/** Twelve months of 10,000 basis points: the monthly rate is `rateBp / MONTHLY`. */
const MONTHLY = 120_000n;

/** `M = (P − B·(1+i)^−n)·i / (1 − (1+i)^−n)`, exact, rounded half up to the agora. `i = 0` is `(P − B) / n`. */
export function monthlyPayment(loan: { principal: number; rateBp: number; months: number; balloon?: number }): number {
  const { principal, rateBp, months, balloon = 0 } = loan;
  const n = BigInt(months);
  if (rateBp === 0) return Number(divideHalfUp(BigInt(principal - balloon), n));
  // 1 + i = grown / MONTHLY; the fractions are multiplied out by MONTHLY^n.
  const grown = (MONTHLY + BigInt(rateBp)) ** n;
  const level = MONTHLY ** n;
  const due = (BigInt(principal) * grown - BigInt(balloon) * level) * BigInt(rateBp);
  return Number(divideHalfUp(due, (grown - level) * MONTHLY));
}

/**
 * The figures of one loan, for terms that `snapTerms` (finance-terms.ts) has allowed.
 * @throws RangeError when the fee consumes the loan.
 */
export function financeQuote(
  plan: Pick<PlanTerms, 'rateBp' | 'balloonBp' | 'feeAgorot'>,
  terms: { price: number; down: number; months: number },
): FinanceQuote {
  const { price, down, months } = terms;
  const { rateBp, feeAgorot: fee } = plan;
  const principal = price - down;
  const balloon = percentOf(price, plan.balloonBp);
  const monthly = monthlyPayment({ principal, rateBp, months, balloon });
  const totalPayments = monthly * months + balloon;
  return {
    ...{ price, down, principal, months, monthly, balloon, fee, rateBp, totalPayments },
    creditCost: totalPayments - principal + fee,
    effectiveBp: effectiveRateBp({ received: principal - fee, monthly, months, balloon }),
  };
}

/**
 * Effective yearly rate `(1+i)^12 − 1`, where `i` is the monthly rate at which all payments are worth the sum
 * received; basis points, rounded half up. 0 when no more is paid than received (rounding the payment down may leave
 * a few agorot).
 */
export function effectiveRateBp(loan: { received: number; monthly: number; months: number; balloon: number }): number {
  const { received, monthly, months, balloon } = loan;
  if (received <= 0) throw new RangeError('a loan of which nothing is received has no rate');
  if (monthly * months + balloon <= received) return 0;
  // The present value grows with the discount factor: bisect until its last bit.
  const worth = (factor: bigint): bigint => {
    const last = power(factor, months);
    return (BigInt(monthly) * factor * (ONE - last)) / (ONE - factor) + BigInt(balloon) * last;
  };
  const target = BigInt(received) * ONE;
  let low = 0n;
  let high = ONE;
  while (high - low > 1n) {
    const factor = (low + high) >> 1n;
    if (worth(factor) > target) high = factor;
    else low = factor;
  }
  return Number(divideHalfUp(10_000n * (ONE ** 12n - high ** 12n), high ** 12n));
}

/** `factor ^ exponent` of fixed-point numbers. */
function power(factor: bigint, exponent: number): bigint {
  let result = ONE;
  let square = factor;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = (result * square) >> BITS;
    square = (square * square) >> BITS;
  }
  return result;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor;
  const quotient = doubled / (2n * divisor);
  // BigInt division truncates; half up rounds towards the larger below zero too.
  return doubled < 0n && quotient * 2n * divisor !== doubled ? quotient - 1n : quotient;
}
