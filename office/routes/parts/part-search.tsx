import type { FoundPart } from '#server/office/parts/find-parts.ts';
import { FoundComboBox } from '../../components/fields/found-combo-box.tsx';

type Props = {
  label: string;
  kind: 'vehicle' | 'part' | 'fitting' | 'any';
  /** The chosen one's name stays in the field until other letters are typed. */
  keeps?: boolean;
  onChoose: (found: FoundPart | null) => void;
};

/** Finds a vehicle, a part or any product by its name or SKU. */
export const PartSearch = ({ label, kind, keeps = false, onChoose }: Props) => (
  <FoundComboBox<FoundPart>
    label={label}
    pathOf={(q) => `/parts/find?${new URLSearchParams({ kind, q })}`}
    optionOf={({ slug, name, sku }) => ({ id: slug, text: [name, sku].filter(Boolean).join(', ') })}
    asking="מחפש…"
    nothingFound="לא נמצא. נסו חלק אחר מהשם, או את תחילת המק״ט."
    {...(keeps && { keptText: ({ name }) => name })}
    onChoose={onChoose}
  >
    {({ name, sku, slug, brand }) => (
      <>
        <bdi>{name}</bdi>
        <span className="text-xs text-ink-3">
          <bdi dir="ltr">{sku ?? slug}</bdi>
          {brand && (
            <>
              , <bdi>{brand}</bdi>
            </>
          )}
        </span>
      </>
    )}
  </FoundComboBox>
);
