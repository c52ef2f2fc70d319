import { Trash2 } from 'lucide-react';
import { type InputHTMLAttributes, useEffect, useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { toShekels } from '#domain/money/money.ts';
import type { FoundVariant } from '#server/office/editing/find-variants.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Money } from '../../../components/texts.tsx';

/** A line of a form: of an order, or of a variant that was just chosen. */
export type DraftLine = {
  line?: string;
  variant?: string;
  name: string;
  sku: string;
  quantity: number;
  /** A piece's price before anything was agreed. */
  priceAgorot: number;
};

type Props = {
  store: string;
  lines: DraftLine[];
  onLines: (lines: DraftLine[]) => void;
  /** With a field for another price a piece. */
  agreed: boolean;
};

/** The lines of an order as fields `lines[n]…`, with a search that adds more. */
export function LineEditor({ store, lines, onLines, agreed }: Props) {
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {lines.map((line, at) => (
          <li
            key={line.line ?? line.variant}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-3 border-b border-line pb-3 last:border-0"
          >
            {line.line && <input type="hidden" name={`lines[${at}].line`} value={line.line} />}
            {line.variant && <input type="hidden" name={`lines[${at}].variant`} value={line.variant} />}
            <div className="min-w-0 self-center max-sm:col-span-3">
              <bdi className="block font-semibold">{line.name}</bdi>
              <span className="text-sm text-ink-3">
                <bdi dir="ltr">{line.sku}</bdi>, <Money agorot={line.priceAgorot} />
              </span>
            </div>
            <div className="flex items-end gap-2">
              <SmallField
                label="כמות"
                about={line.name}
                name={`lines[${at}].quantity`}
                defaultValue={line.quantity}
                min={1}
                max={99}
                required
              />
              {agreed && (
                <SmallField
                  label="מחיר מוסכם"
                  about={line.name}
                  name={`lines[${at}].price`}
                  min={0}
                  step="0.01"
                  placeholder={String(toShekels(line.priceAgorot))}
                  wide
                />
              )}
            </div>
            <IconButton
              label={`הסרת ${line.name}`}
              onClick={() => onLines(lines.filter((one) => one !== line))}
              disabled={lines.length === 1}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <VariantSearch
        store={store}
        onChoose={({ uuid, name, details, sku, price_agorot }) => {
          if (lines.some(({ variant }) => variant === uuid)) return;
          const full = details ? `${name}, ${details}` : name;
          onLines([...lines, { variant: uuid, name: full, sku, quantity: 1, priceAgorot: price_agorot }]);
        }}
      />
    </div>
  );
}

type SmallFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; about: string; wide?: boolean };

function SmallField({ label, about, wide = false, ...input }: SmallFieldProps) {
  const id = useId();
  return (
    <div className={`grid gap-1 ${wide ? 'w-32' : 'w-20'}`}>
      <label htmlFor={id} className="text-xs text-ink-3">
        {label}
        <span className="sr-only">, {about}</span>
      </label>
      <input id={id} type="number" dir="ltr" className="office-field" {...input} />
    </div>
  );
}

const WAIT_MS = 250;

const titleOf = ({ name, details }: FoundVariant): string => (details ? `${name}, ${details}` : name);

function VariantSearch({ store, onChoose }: { store: string; onChoose: (found: FoundVariant) => void }) {
  const id = useId();
  const fetcher = useFetcher<{ found: FoundVariant[] }>();
  const [q, setQ] = useState('');
  const { load } = fetcher;
  useEffect(() => {
    if (q.trim().length < 2 || !store) return;
    const timer = setTimeout(() => load(`/variants?${new URLSearchParams({ store, q })}`), WAIT_MS);
    return () => clearTimeout(timer);
  }, [q, store, load]);
  const found = q.trim().length < 2 ? [] : (fetcher.data?.found ?? []);
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        הוספת פריט לפי שם או מק״ט
      </label>
      <input
        id={id}
        type="search"
        value={q}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setQ(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        className="office-field"
      />
      <p role="status" className="sr-only">
        {found.length === 1 ? 'תוצאה אחת' : found.length > 0 ? `${found.length} תוצאות` : ''}
      </p>
      {found.length > 0 && (
        <ul className="grid max-h-72 overflow-y-auto rounded-sm border border-line">
          {found.map((one) => (
            <li key={one.uuid} className="flex items-center gap-3 border-b border-line px-3 py-1.5 last:border-0">
              <div className="min-w-0 grow">
                <p>
                  <bdi>{titleOf(one)}</bdi>
                </p>
                <span className="text-xs text-ink-3">
                  <bdi dir="ltr">{one.sku}</bdi>, {one.policy === 'IN_STOCK' ? `במלאי: ${one.stock}` : 'בהזמנה'},{' '}
                  <Money agorot={one.price_agorot} />
                </span>
              </div>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => {
                  onChoose(one);
                  setQ('');
                }}
              >
                הוספה<span className="sr-only"> של {titleOf(one)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
