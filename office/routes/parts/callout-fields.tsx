import { Trash2, X } from 'lucide-react';
import { Button, IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import type { ActionReply } from '../../load.ts';
import { type Callout, onPicture } from './diagram-state.ts';
import { PartSearch } from './part-search.tsx';

export type Names = Record<string, { name: string; sku: string | null }>;

type Props = {
  callout: Callout;
  names: Names;
  errors: NonNullable<ActionReply['errors']>;
  onName: (slug: string, named: Names[string]) => void;
  onChange: (changed: Partial<Callout>) => void;
  onRemove: () => void;
};

/** What a number of the diagram says and leads to. */
export function CalloutFields({ callout, names, errors, onName, onChange, onRemove }: Props) {
  const { id, number, name, parts, quantity } = callout;
  const errorOf = (name: string) => fieldError(errors, name);
  const figure = { inputMode: 'numeric', dir: 'ltr', required: true } as const;
  // A place may be typed with decimals: half a figure is no place yet.
  const place = (axis: 'x' | 'y') => ({
    ...figure,
    inputMode: 'decimal' as const,
    key: `${id} ${axis} ${callout[axis]}`,
    defaultValue: String(callout[axis]),
    onBlur: (event: { currentTarget: HTMLInputElement }) => {
      const typed = Number(event.currentTarget.value);
      if (event.currentTarget.value.trim() !== '' && Number.isFinite(typed)) onChange({ [axis]: onPicture(typed) });
      else event.currentTarget.value = String(callout[axis]);
    },
  });
  const { key: keyX, ...placeX } = place('x');
  const { key: keyY, ...placeY } = place('y');
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">סימון {number}</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="מספר"
          {...figure}
          value={number}
          onChange={(event) => onChange({ number: event.currentTarget.value })}
          {...errorOf('number')}
        />
        <TextField
          label="כמות בדגם"
          {...figure}
          value={quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          {...errorOf('quantity')}
        />
      </div>
      <TextField
        label="שם החלק בשרטוט"
        required
        maxLength={120}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        {...errorOf('name')}
      />
      <div className="grid gap-2">
        <h3 className="text-sm font-medium text-ink-2">חלקים להזמנה</h3>
        {parts.length === 0 ? (
          <p className="text-sm text-ink-3">בלי חלק: בחנות כתוב שאינו מוצע להזמנה.</p>
        ) : (
          <ul aria-label="חלקים להזמנה" className="grid gap-1">
            {parts.map((slug) => (
              <li key={slug} className="flex items-center gap-2 rounded-sm border border-line ps-3">
                <span className="grid min-w-0 grow">
                  <bdi className="truncate">{names[slug]?.name ?? slug}</bdi>
                  <bdi dir="ltr" className="truncate text-end text-xs text-ink-3">
                    {names[slug]?.sku ?? slug}
                  </bdi>
                </span>
                <IconButton
                  label={`להסיר את ${names[slug]?.name ?? slug}`}
                  onClick={() => onChange({ parts: parts.filter((one) => one !== slug) })}
                >
                  <X aria-hidden className="size-4.5" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {parts.length > 1 && <p className="text-xs text-ink-3">בחנות מוצג החלק שמתאים לדגם ולשנה.</p>}
        <PartSearch
          key={id}
          label="הוספת חלק לפי שם או מק״ט"
          kind="part"
          onChoose={(part) => {
            if (!part) return;
            onName(part.slug, { name: part.name, sku: part.sku });
            if (!parts.includes(part.slug))
              onChange({ parts: [...parts, part.slug], ...(name === '' && { name: part.name }) });
          }}
        />
        {errorOf('parts').error && <p className="text-sm text-danger">{errorOf('parts').error}</p>}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField key={keyX} label="משמאל, באחוזים" {...placeX} {...errorOf('x')} />
        <TextField key={keyY} label="מלמעלה, באחוזים" {...placeY} {...errorOf('y')} />
      </div>
      <Button variant="quiet" size="sm" className="w-fit" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        הסרת הסימון
      </Button>
    </fieldset>
  );
}
