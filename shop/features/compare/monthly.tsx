import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { isolate } from '#domain/text/format.ts';
import { Price } from '#ui/price.tsx';
import { useChosenTerms } from '../finance/chosen-terms.ts';
import { useChosenTradeIn } from '../finance/chosen-trade-in.ts';
import { linesOfVehicle, openPlans } from '../finance/offer.ts';
import type { ComparedVehicle } from './vehicle.ts';

/**
 * In a model's head, the payment that its price card has, too; what it depends on is told there, the law's warning
 * below the heads.
 */
export function Monthly({ vehicle }: { vehicle: ComparedVehicle }) {
  const { id } = vehicle;
  const lines = linesOfVehicle(vehicle, vehicle, useChosenTerms(id), useChosenTradeIn(id));
  const monthly = lines.find(({ key }) => key === 'monthly');
  return (
    monthly && (
      <p data-monthly className="text-sm text-ink-2 max-md:text-xs">
        {monthly.before}
        <Price value={monthly.value} className="font-semibold text-ink" />
        {monthly.after}
        <span aria-hidden>*</span>
      </p>
    )
  );
}

/**
 * Lenders and warning by the payments in the heads (docs/rules/finance.md). `null` where none of the models is
 * financed.
 */
export function loanNote(vehicles: ComparedVehicle[]): string | null {
  const open = vehicles.flatMap(({ finance_plans, price }) => (price === null ? [] : openPlans(finance_plans, price)));
  const lenders = new Set(open.map(({ lender }) => isolate(lender)));
  if (lenders.size === 0) return null;
  return `התשלום החודשי במימון ${[...lenders].join(' או ')}; התנאים של כל דגם לצד המחיר, בסוף הטבלה. ${LOAN_WARNING}.`;
}
