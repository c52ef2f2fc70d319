import { instalmentsText } from '#domain/money/instalments.ts';
import { Price } from '#ui/price.tsx';

/** After ״לתשלום״: the sum, or the payments that it is charged in. Shekels. */
export const DueText = ({ amount, payments }: { amount: number; payments: number }) =>
  payments > 1 ? <>ב־{instalmentsText(amount, payments)}</> : <Price value={amount} />;
