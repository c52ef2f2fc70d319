import { type Ref, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { FoundVariant } from '#server/office/editing/find-variants.ts';
import { Money } from '../../../components/shown-values.tsx';
import { SEARCH_UNANSWERED, useFound } from '../../../components/use-call.ts';

const MIN_LETTERS = 2;

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

/**
 * Finds what a store sells by name or SKU; arrows walk the list, Enter adds. What can't be sold is shown, and says why.
 */
export function VariantSearch({ ref, store, onChoose }: Props) {
  const [q, setQ] = useState('');
  const [refused, setRefused] = useState<FoundVariant | null>(null);
  const asks = q.trim().length >= MIN_LETTERS && store !== '';
  const { found, state } = useFound<FoundVariant>(asks ? `/variants?${new URLSearchParams({ store, q })}` : null);
  return (
    <div className="grid gap-2">
      <ComboBox
        className="grid gap-2"
        items={found}
        inputValue={q}
        onInputChange={setQ}
        selectedKey={null}
        onSelectionChange={(key) => {
          const chosen = found.find(({ uuid }) => uuid === key);
          if (!chosen) return;
          const problem = whyNot(chosen);
          setRefused(problem ? chosen : null);
          if (!problem && isPriced(chosen)) onChoose(chosen);
          setQ('');
        }}
        allowsEmptyCollection={asks}
        menuTrigger="input"
        defaultFilter={() => true}
      >
        <Label className="text-sm font-medium text-ink-2">הוספת פריט לפי שם או מק״ט</Label>
        <Input ref={ref} className="office-field" dir="auto" autoComplete="off" />
        <Popover className="w-(--trigger-width) overflow-y-auto rounded-sm border border-line bg-ground text-ink shadow-floating">
          {state === 'lost' && (
            <p role="alert" className="px-3 py-2 text-sm text-danger">
              {SEARCH_UNANSWERED}
            </p>
          )}
          <ListBox
            className="grid outline-none"
            renderEmptyState={() =>
              state !== 'lost' && (
                <p className="px-3 py-2 text-sm text-ink-3">
                  {!asks ? 'הקלידו שתי אותיות או יותר.' : state === 'answered' ? 'לא נמצא פריט כזה בחנות.' : 'מחפשים…'}
                </p>
              )
            }
          >
            {(one: FoundVariant) => (
              <ListBoxItem
                id={one.uuid}
                textValue={`${titleOf(one)}, ${stockText(one)}`}
                className={`grid cursor-pointer border-b border-line px-3 py-1.5 outline-none last:border-0 data-focused:bg-action-wash ${whyNot(one) ? 'text-ink-3' : ''}`}
              >
                <bdi dir="rtl">{titleOf(one)}</bdi>
                <span className="text-xs text-ink-3">
                  <bdi dir="ltr">{one.sku}</bdi>,{' '}
                  <span className={whyNot(one) ? 'text-danger' : ''}>{stockText(one)}</span>
                  {isPriced(one) && (
                    <>
                      , <Money agorot={one.price_agorot} />
                    </>
                  )}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {refused && (
        <p role="alert" className="text-sm text-danger">
          אי אפשר להוסיף את <bdi dir="rtl">{titleOf(refused)}</bdi>: {whyNot(refused)}.
        </p>
      )}
    </div>
  );
}
