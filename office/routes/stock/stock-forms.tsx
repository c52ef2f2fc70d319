import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/action-dialog.tsx';

/** Counting and receiving pieces of a variant. */
export function StockForms({ variant, sku, stock }: { variant: string; sku: string; stock: number }) {
  return (
    <div className="flex gap-2">
      <ActionDialog label="ספירה" title={`ספירה של ${sku}`} call="count" submit="שמירה" draftable>
        {(reply) => {
          const now = (reply?.details as { stock?: number } | undefined)?.stock ?? stock;
          return (
            <>
              <input type="hidden" name="variant" value={variant} />
              <input type="hidden" name="was" value={now} />
              <p className="text-ink-2">
                לפי הרישום: <bdi>{now}</bdi>
              </p>
              <TextField label="כמה נספרו" name="counted" inputMode="numeric" required autoComplete="off" />
              <TextField label="סיבה" name="reason" required maxLength={300} defaultValue="ספירת מלאי" />
            </>
          );
        }}
      </ActionDialog>
      <ActionDialog label="קבלה" title={`קבלה של ${sku}`} call="receive" submit="הוספה למלאי" variant="quiet" draftable>
        <input type="hidden" name="variant" value={variant} />
        <TextField label="כמה התקבלו" name="received" inputMode="numeric" required autoComplete="off" />
        <TextField label="תעודה או הערה" name="reason" maxLength={300} autoComplete="off" />
      </ActionDialog>
    </div>
  );
}
