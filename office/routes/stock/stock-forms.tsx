import { useState } from 'react';
import { isolate } from '#domain/text/format.ts';
import type { StockRow } from '#server/office/stock/list-stock.ts';
import type { Branch } from '#server/office/stock/stock-locations.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';

type Props = {
  row: StockRow;
  /** Those that the person may count, receive and move goods at. */
  branches: Branch[];
  /** The place that the list shows. */
  at?: string | undefined;
};

const WAREHOUSE = 'warehouse';

/** Pieces of the variant at a place, as the page has them. */
export const piecesAt = ({ warehouse, branches }: StockRow, at: string): number =>
  at === WAREHOUSE ? warehouse : (branches.find(({ uuid }) => uuid === at)?.pieces ?? 0);

/** Counting, receiving and moving pieces of a variant. */
export function StockForms({ row, branches, at = WAREHOUSE }: Props) {
  const { uuid, sku } = row;
  return (
    <div className="flex flex-wrap gap-2">
      <ActionDialog
        label="ספירה"
        about={sku}
        title={`ספירה של ${isolate(sku)}`}
        call="count"
        submit="שמירה"
        draftable="endless"
      >
        {(reply) => <CountFields {...{ row, branches, at }} changed={reply?.details as Changed | undefined} />}
      </ActionDialog>
      <ActionDialog
        label="קבלה"
        about={sku}
        title={`קבלה של ${isolate(sku)}`}
        call="receive"
        submit="הוספה למלאי"
        variant="quiet"
        draftable="endless"
      >
        <input type="hidden" name="variant" value={uuid} />
        {branches.length > 0 && <PlaceField label="איפה" name="at" branches={branches} defaultValue={at} />}
        <TextField label="כמה התקבלו" name="received" inputMode="numeric" required autoComplete="off" />
        <TextField label="תעודה או הערה" name="reason" maxLength={300} autoComplete="off" />
      </ActionDialog>
      {branches.length > 0 && (
        <ActionDialog
          label="העברה"
          about={sku}
          title={`העברה של ${isolate(sku)}`}
          call="transfer"
          submit="העברה"
          variant="quiet"
          draftable="endless"
        >
          <input type="hidden" name="variant" value={uuid} />
          <PlaceField label="מאיפה" name="from" branches={branches} defaultValue={at} row={row} />
          <PlaceField
            label="לאן"
            name="to"
            branches={branches}
            defaultValue={at === WAREHOUSE ? branches[0]?.uuid : WAREHOUSE}
          />
          <TextField label="כמה" name="moved" inputMode="numeric" required autoComplete="off" />
          <TextField label="תעודה או הערה" name="reason" maxLength={300} autoComplete="off" />
        </ActionDialog>
      )}
    </div>
  );
}

/** The stock that another person has set meanwhile. */
type Changed = { at: string; stock: number };

function CountFields({
  row,
  branches,
  at,
  changed,
}: Required<Omit<Props, 'at'>> & { at: string; changed?: Changed | undefined }) {
  const [place, setPlace] = useState(at);
  const was = changed?.at === place ? changed.stock : piecesAt(row, place);
  return (
    <>
      <input type="hidden" name="variant" value={row.uuid} />
      <input type="hidden" name="was" value={was} />
      {branches.length > 0 && (
        <PlaceField label="איפה" name="at" branches={branches} value={place} onChange={setPlace} />
      )}
      <p className="text-ink-2">
        לפי הרישום: <bdi>{was}</bdi>
      </p>
      <TextField label="כמה נספרו" name="counted" inputMode="numeric" required autoComplete="off" />
      <TextField label="סיבה" name="reason" required maxLength={300} defaultValue="ספירת מלאי" />
    </>
  );
}

type PlaceProps = {
  label: string;
  name: string;
  branches: Branch[];
  /** Says how many are at each. */
  row?: StockRow;
  defaultValue?: string | undefined;
  value?: string;
  onChange?: (place: string) => void;
};

function PlaceField({ label, name, branches, row, onChange, ...value }: PlaceProps) {
  const places = [{ uuid: WAREHOUSE, name: 'מחסן מרכזי' }, ...branches];
  return (
    <SelectField label={label} name={name} required {...value} onChange={({ target }) => onChange?.(target.value)}>
      {places.map((place) => (
        <option key={place.uuid} value={place.uuid}>
          {place.name}
          {row && ` (${piecesAt(row, place.uuid)})`}
        </option>
      ))}
    </SelectField>
  );
}

/** From how many pieces on staff are warned, as a whole or at one branch. */
export function LowStockForm({ row, branches }: Pick<Props, 'row' | 'branches'>) {
  const [of, setOf] = useState('all');
  const low = of === 'all' ? row.low_stock : row.branches.find(({ uuid }) => uuid === of)?.low;
  return (
    <ActionDialog
      label="סף"
      about={row.sku}
      title={`סף למלאי נמוך: ${isolate(row.sku)}`}
      call="low"
      submit="שמירה"
      variant="quiet"
    >
      <input type="hidden" name="variant" value={row.uuid} />
      <SelectField label="של מה" name="of" required value={of} onChange={({ target }) => setOf(target.value)}>
        <option value="all">כל המלאי</option>
        {branches.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        key={of}
        label="מכמה יחידות ומטה"
        name="low"
        inputMode="numeric"
        defaultValue={low ?? ''}
        hint="ריק: בלי סף"
        autoComplete="off"
      />
    </ActionDialog>
  );
}
