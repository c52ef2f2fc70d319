import { NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { SelectField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { EditedFields, OriginalValue } from '../../../components/edited-fields.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import { Phone } from '../../../components/shown-values.tsx';

/** Who ordered, and where it goes. */
export function CustomerPanel({ page }: { page: OrderPage }) {
  const { order, branch, addressLine, courierRemarks, may } = page;
  const business = order.business;
  return (
    <Panel title="לקוח ומסירה" actions={may.includes('orders.contact') && order.phone && <ChangeDetails page={page} />}>
      <Facts
        facts={[
          ['שם', <bdi key="name">{`${order.firstName} ${order.lastName}`.trim()}</bdi>],
          [
            'טלפון',
            order.phone && (
              <a key="phone" href={`tel:${order.phone}`} className="text-action-ink underline">
                <Phone e164={order.phone} />
              </a>
            ),
          ],
          [
            'דוא״ל',
            order.email && (
              <a key="email" href={`mailto:${order.email}`} className="break-all text-action-ink underline">
                <bdi>{order.email}</bdi>
              </a>
            ),
          ],
          ['חשבונית על שם', business && <bdi key="business">{`${business.name} ${business.number}`}</bdi>],
          ['מסירה', order.deliveryName],
          ['סניף', branch],
          ['כתובת', addressLine && <bdi key="address">{addressLine}</bdi>],
          ['הערות לשליח', courierRemarks && <bdi key="courier">{courierRemarks}</bdi>],
          ['הערות להזמנה', order.remarks && <bdi key="remarks">{order.remarks}</bdi>],
        ]}
      />
    </Panel>
  );
}

function ChangeDetails({ page: { order, branches } }: { page: OrderPage }) {
  const address = order.postalAddress;
  const business = order.business;
  return (
    <ActionDialog
      label="שינוי"
      title="שינוי פרטי לקוח ומסירה"
      call="details"
      submit="שמירה"
      variant="quiet"
      width="w-full sm:w-[40rem]"
    >
      <p className="mb-3 text-ink-2 text-sm">
        כשמשנים טלפון או דוא״ל, הקישור הקודם להזמנה נסגר וקישור חדש נשלח לפרטים המעודכנים. אם ההזמנה מופיעה בחשבון של
        הטלפון הקודם, היא יוצאת ממנו.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <EditedFields
          values={{
            firstName: order.firstName,
            lastName: order.lastName,
            phone: order.phone,
            email: order.email,
            businessName: business?.name ?? '',
            businessNumber: business?.number ?? '',
            ...address,
            courierRemarks: address?.remarks ?? '',
            remarks: order.remarks,
          }}
          fields={[
            { name: 'firstName', label: 'שם פרטי', required: true },
            { name: 'lastName', label: 'שם משפחה', required: true },
            { name: 'phone', label: 'טלפון', required: true, type: 'tel', show: formatPhone },
            { name: 'email', label: 'דוא״ל', required: true, type: 'email' },
            ...(address
              ? [
                  { name: 'city', label: 'יישוב' },
                  { name: 'street', label: 'רחוב' },
                  { name: 'house', label: 'בית' },
                  { name: 'entrance', label: 'כניסה' },
                  { name: 'floor', label: 'קומה' },
                  { name: 'apartment', label: 'דירה' },
                  { name: 'postal_code', label: 'מיקוד' },
                  { name: 'courierRemarks', label: 'הערות לשליח', className: 'sm:col-span-2' },
                ]
              : []),
            { name: 'businessName', label: 'חשבונית על שם' },
            { name: 'businessNumber', label: NUMBER_LABEL },
            { name: 'remarks', label: 'הערות להזמנה', className: 'sm:col-span-2' },
          ]}
        />
        {order.branchUid && (
          <>
            <OriginalValue name="was.branch" value={order.branchUid} />
            <SelectField label="סניף" name="branch" required defaultValue={order.branchUid}>
              {branches.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </div>
    </ActionDialog>
  );
}
