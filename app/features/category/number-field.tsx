type Props = { label: string; name: string; value: string; placeholder: string; onChange: (text: string) => void };

/** A sum in shekels. */
export const NumberField = ({ label, name, value, placeholder, onChange }: Props) => (
  <label className="block text-xs text-ink-3">
    {label}
    <span dir="ltr" className="relative mt-1 block">
      <span aria-hidden className="absolute start-3 top-2.5 text-base text-ink-3">
        ₪
      </span>
      <input
        name={name}
        value={value}
        placeholder={placeholder}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        className="tabular h-11 w-full rounded-md border border-line-strong bg-ground ps-8 pe-2 text-base text-ink placeholder:text-ink-3 hover:border-ink-2"
      />
    </span>
  </label>
);
