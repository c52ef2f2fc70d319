import { promotionStateNames } from '#domain/money/promotion-kinds.ts';
import { formatNumber } from '#domain/text/format.ts';
import { addCodes, removeCode } from '#server/office/promotions/codes.ts';
import { type Code, editPromotion, readPromotion, switchOff } from '#server/office/promotions/promotion.ts';
import { buttonLook } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Money } from '../../components/shown-values.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/promotion.ts';
import { promotionFields, promotionTones } from './promotion-fields.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readPromotion(ctx, { promotion: params.promotion }));
export const action = act(
  { edit: editPromotion, off: switchOff, 'add-codes': addCodes, 'remove-code': removeCode },
  { says: { edit: 'המבצע נשמר' } },
);

type Data = Route.ComponentProps['loaderData'];

export default function Promotion({ loaderData: data, params }: Route.ComponentProps) {
  const { file, gone, use, store, may } = data;
  return (
    <>
      <PageHead
        title={String(file.name)}
        back={{ to: '/promotions', label: 'מבצעים' }}
        badges={<Badge tone={promotionTones[use.state]}>{promotionStateNames[use.state]}</Badge>}
        actions={
          may.edit &&
          use.state !== 'off' && (
            <ActionDialog label="כיבוי" title={`כיבוי ״${file.name}״`} call="off" submit="לכבות את המבצע" danger>
              <p>המבצע יפסיק לחול על סלים מיד. הזמנות שכבר נקלטו אינן משתנות.</p>
            </ActionDialog>
          )
        }
      />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={`תנאים · ${store.name}`}>
          {gone ? (
            <p>כל מה שהמבצע חל עליו כבר אינו נמכר. אפשר לכבות אותו, וליצור מבצע חדש במקומו.</p>
          ) : (
            <StructureForm
              call="edit"
              draftable
              submit="שמירה"
              fields={promotionFields}
              value={file}
              store={store.uuid}
              disabled={!may.edit}
            />
          )}
        </Panel>
        <div className="grid gap-4">
          <Panel title="שימוש">
            <Facts
              facts={[
                ['הזמנות', formatNumber(use.orders)],
                ['הנחות עד כה', <Money key="cost" agorot={use.cost_agorot} />],
                ['נוצל', formatNumber(use.uses)],
              ]}
            />
          </Panel>
          {file.by_coupon === true && <Codes data={data} promotion={params.promotion} />}
        </div>
      </div>
    </>
  );
}

function Codes({ data: { codes, may }, promotion }: { data: Data; promotion: string }) {
  return (
    <Panel
      title="קודים"
      actions={
        may.edit && (
          <div className="flex flex-wrap gap-2">
            {codes.length > 0 && (
              <a
                href={`/promotions/${promotion}/codes.csv`}
                download
                className={buttonLook({ variant: 'secondary', size: 'sm' })}
              >
                ייצוא לגיליון
              </a>
            )}
            <ActionDialog label="קוד אחד" title="קוד חדש" call="add-codes" submit="הוספה">
              <TextField
                label="הקוד"
                name="code"
                required
                dir="ltr"
                maxLength={60}
                hint="אותיות, ספרות, מקף וקו תחתון"
              />
              <TextField label="כמה פעמים אפשר להשתמש בו" name="usesLimit" inputMode="numeric" />
            </ActionDialog>
            <ActionDialog label="הפקת קודים" call="add-codes" submit="הפקה" variant="primary">
              <TextField label="כמה קודים" name="count" required inputMode="numeric" defaultValue="50" />
              <TextField label="התחלה" name="prefix" dir="ltr" maxLength={20} hint="למשל PESACH-" />
              <TextField label="כמה פעמים כל קוד" name="usesLimit" inputMode="numeric" defaultValue="1" />
            </ActionDialog>
          </div>
        )
      }
    >
      {codes.length === 0 && <p className="text-ink-3">עוד אין קודים, ולכן המבצע אינו חל על איש.</p>}
      <ul className="grid">
        {codes.map((code) => (
          <CodeRow key={code.uuid} code={code} mayEdit={may.edit} />
        ))}
      </ul>
    </Panel>
  );
}

const CodeRow = ({ code: { uuid, code, uses, uses_limit, personal }, mayEdit }: { code: Code; mayEdit: boolean }) => (
  <li className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line py-1 last:border-0">
    <bdi dir="ltr" className="font-medium">
      {code}
    </bdi>
    {personal && <Badge>אישי</Badge>}
    <span className="ms-auto text-sm text-ink-3">
      נוצל{' '}
      <bdi>{uses_limit === null ? formatNumber(uses) : `${formatNumber(uses)} מתוך ${formatNumber(uses_limit)}`}</bdi>
    </span>
    {mayEdit && uses === 0 && (
      <ActionDialog label="הסרה" title={`הסרת הקוד ${code}`} call="remove-code" submit="להסיר" variant="quiet" danger>
        <input type="hidden" name="code" value={uuid} />
        <p>מי שקיבלו את הקוד לא יוכלו להשתמש בו.</p>
      </ActionDialog>
    )}
  </li>
);
