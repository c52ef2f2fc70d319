import { type Ref, useState } from 'react';
import type { FoundVariant } from '#server/office/editing/find-variants.ts';
import { FoundComboBox } from '../../../components/fields/found-combo-box.tsx';
import { Money } from '../../../components/shown-values.tsx';

/** Right to left also where the name is Latin: the choices after it are Hebrew. */
const titleOf = ({ name, details }: FoundVariant): string => (details ? `${name}, ${details}` : name);

/** One that has a price. */
export type PricedVariant = FoundVariant & { price_agorot: number };
export const isPriced = (found: FoundVariant): found is PricedVariant => found.price_agorot !== null;

/** Why a variant can't be sold now; `null` where it can. */
function whyNot({ policy, stock, price_agorot }: FoundVariant): string | null {
  if (price_agorot === null) return 'המחיר לפי פנייה, וקודם קובעים לו מחיר';
  if (policy === 'PRE_ORDER' || (policy === 'IN_STOCK' && stock > 0)) return null;
  return policy === 'ON_REQUEST' ? 'נמכר לפי פנייה בלבד' : 'אזל מהמלאי';
}

const stockText = (found: FoundVariant): string =>
  whyNot(found) ?? (found.policy === 'IN_STOCK' ? `במלאי: ${found.stock}` : 'בהזמנה מראש');

type Props = { ref: Ref<HTMLInputElement>; store: string; onChoose: (found: PricedVariant) => void };

/** Finds what a store sells by name or SKU. What can't be sold is shown, and says why. */
export function VariantSearch({ ref, store, onChoose }: Props) {
  const [refused, setRefused] = useState<FoundVariant | null>(null);
  return (
    <div className="grid gap-2">
      <FoundComboBox<FoundVariant>
        ref={ref}
        label="הוספת פריט לפי שם או מק״ט"
        pathOf={(q) => (store === '' ? null : `/variants?${new URLSearchParams({ store, q })}`)}
        optionOf={(found) => ({ id: found.uuid, text: `${titleOf(found)}, ${stockText(found)}` })}
        asking="מחפשים…"
        nothingFound="לא נמצא פריט כזה בחנות."
        onChoose={(chosen) => {
          if (!chosen) return;
          const problem = whyNot(chosen);
          setRefused(problem ? chosen : null);
          if (!problem && isPriced(chosen)) onChoose(chosen);
        }}
      >
        {(found) => (
          <>
            <bdi dir="rtl" className={whyNot(found) ? 'text-ink-3' : ''}>
              {titleOf(found)}
            </bdi>
            <span className="text-xs text-ink-3">
              <bdi dir="ltr">{found.sku}</bdi>,{' '}
              <span className={whyNot(found) ? 'text-danger' : ''}>{stockText(found)}</span>
              {isPriced(found) && (
                <>
                  , <Money agorot={found.price_agorot} />
                </>
              )}
            </span>
          </>
        )}
      </FoundComboBox>
      {refused && (
        <p role="alert" className="text-sm text-danger">
          אי אפשר להוסיף את <bdi dir="rtl">{titleOf(refused)}</bdi>: {whyNot(refused)}.
        </p>
      )}
    </div>
  );
}
