import { Trash2 } from 'lucide-react';
import { type InputHTMLAttributes, useId, useRef, useState } from 'react';
import { toShekels } from '#domain/money/money.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { IconButton } from '#ui/button.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { Money } from '../../../components/shown-values.tsx';
import { type PricedVariant, VariantSearch } from './variant-search.tsx';

/** A line of a form. It has one of the two uuids: of the order's line, or of the variant that was just chosen. */
export type DraftLine = {
  line?: string;
  variant?: string;
  /** Code of a configuration of the variant. */
  configuration?: string;
  name: string;
  sku: string;
  quantity: number;
  /** A piece's price before anything was agreed. */
  priceAgorot: number;
  /** Pieces that can be sold, where they are counted. */
  most?: number;
};

type Props = {
  store: string;
  lines: DraftLine[];
  onLines: (lines: DraftLine[]) => void;
  /** With a field for another price a piece, in shekels; empty keeps the price. */
  agreed: boolean;
};

/** A variant that was chosen again: its line has one more, unless it has as many as there can be. */
type Raised = { name: string; quantity: string; isMost: boolean };

/** The lines of an order as fields `lines[n]…`, with a search that adds more. */
export function LineEditor({ store, lines, onLines, agreed }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const noteRemoval = useFocusAfterRemoval(lines, search);
  const [raised, setRaised] = useState<Raised | null>(null);
  const add = (addition: PricedVariant) => {
    const at = lines.findIndex(({ variant }) => variant === addition.uuid);
    const quantity = list.current?.querySelector<HTMLInputElement>(`[name="lines[${at}].quantity"]`);
    if (!quantity) {
      setRaised(null);
      return onLines([...lines, draftLineOf(addition)]);
    }
    const before = quantity.value;
    quantity.stepUp();
    const { value } = quantity;
    // React doesn't see a step, and would take the former number for no change when it is typed again.
    quantity.value = value;
    setRaised({ name: lines[at]?.name ?? '', quantity: value, isMost: value === before });
    if (value !== before) onLines(lines);
  };
  return (
    <div className="grid gap-4">
      <ul ref={list} className="grid gap-3 empty:hidden">
        {lines.map((line, at) => (
          <li
            key={line.line ?? line.variant}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-3 border-b border-line pb-3 last:border-0"
          >
            {line.line && <input type="hidden" name={`lines[${at}].line`} value={line.line} />}
            {line.variant && <input type="hidden" name={`lines[${at}].variant`} value={line.variant} />}
            {line.configuration && (
              <input type="hidden" name={`lines[${at}].configuration`} value={line.configuration} />
            )}
            <div className="min-w-0 self-center max-sm:col-span-3">
              <p className="font-semibold">
                <bdi dir="rtl">{line.name}</bdi>
              </p>
              <span className="text-sm text-ink-3">
                <bdi dir="ltr">{line.sku}</bdi> · <Money agorot={line.priceAgorot} />
                {line.most !== undefined && ` · במלאי: ${line.most}`}
              </span>
            </div>
            <div className="flex items-end gap-2">
              <SmallField
                label="כמות"
                about={line.name}
                name={`lines[${at}].quantity`}
                defaultValue={line.quantity}
                min={1}
                max={Math.min(line.most ?? MAX_LINE_QUANTITY, MAX_LINE_QUANTITY)}
                required
              />
              {agreed && (
                <SmallField
                  label="מחיר מוסכם"
                  about={line.name}
                  name={`lines[${at}].price`}
                  min={0}
                  max={10_000_000}
                  step="0.01"
                  placeholder={String(toShekels(line.priceAgorot))}
                  wide
                />
              )}
            </div>
            <IconButton
              label={`הסרת ${line.name}`}
              onClick={() => {
                noteRemoval();
                setRaised(null);
                onLines(lines.filter((one) => one !== line));
              }}
              disabled={lines.length === 1}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <VariantSearch ref={search} store={store} onChoose={add} />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {raised && (
          <>
            <bdi dir="rtl">{raised.name}</bdi> כבר ברשימה
            {raised.isMost ? (
              ', ואי אפשר להוסיף עוד ממנו.'
            ) : (
              <>
                . הכמות: <bdi>{raised.quantity}</bdi>.
              </>
            )}
          </>
        )}
      </p>
    </div>
  );
}

/** Of what was found in the catalogue. */
export function draftLineOf({ uuid, name, details, sku, price_agorot, policy, stock }: PricedVariant): DraftLine {
  const full = details ? `${name}, ${details}` : name;
  const line = { variant: uuid, name: full, sku, quantity: 1, priceAgorot: price_agorot };
  return policy === 'IN_STOCK' ? { ...line, most: stock } : line;
}

type SmallFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; about: string; wide?: boolean };

function SmallField({ label, about, wide = false, ...input }: SmallFieldProps) {
  const id = useId();
  return (
    <div className={`grid gap-1 ${wide ? 'w-32' : 'w-20'}`}>
      <label htmlFor={id} className="text-xs text-ink-3">
        {label}
        <span className="sr-only">
          , <bdi>{about}</bdi>
        </span>
      </label>
      <input id={id} type="number" dir="ltr" className="office-field" {...input} />
    </div>
  );
}
