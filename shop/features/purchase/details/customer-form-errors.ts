import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { isPostBox, POST_BOX_REFUSED } from '#domain/people/address-line.ts';
import { isEmail } from '#domain/people/email.ts';
import { identityNumberError, NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { withoutSeparators } from '#domain/text/without-marks.ts';
import type { CustomerForm } from '../basket/purchase-storage.ts';

/** Fields that can be wrong, in the order in which they stand on the page. */
export const fieldNames = {
  first_name: 'שם פרטי',
  last_name: 'שם משפחה',
  phone: 'טלפון נייד',
  email: 'דוא״ל',
  delivery: 'שיטת משלוח',
  branch: 'סניף',
  city: 'עיר / יישוב',
  street: 'רחוב',
  house: 'מספר בית',
  postal_code: 'מיקוד',
  business_name: 'שם העסק',
  business_number: NUMBER_LABEL,
  terms: 'אישור התקנון',
} as const;

export type FieldName = keyof typeof fieldNames;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** Letters of any script, and what stands between them in names; the same rule as the server's. */
const letters = /^[\p{L}\p{M}'’׳״" \-־.]{1,60}$/u;

const nameError = (name: string, empty: string) =>
  name.trim() === '' ? empty : letters.test(name.trim()) ? undefined : 'אפשר להזין אותיות, רווח, גרש ומקף בלבד';

/** What is wrong with the details; `terms` only matters once the order is placed. */
export function errorsOf(form: CustomerForm, delivery: DeliveryOption | null, branch: string | null): FieldErrors {
  const errors: FieldErrors = {
    first_name: nameError(form.first_name, 'הזינו שם פרטי'),
    last_name: nameError(form.last_name, 'הזינו שם משפחה'),
    phone:
      form.phone.trim() === ''
        ? 'הזינו מספר טלפון'
        : parsePhone(form.phone)
          ? undefined
          : 'מספר הטלפון אינו תקין. דוגמה: 050-1234567',
    email:
      form.email.trim() === ''
        ? 'הזינו כתובת דוא״ל'
        : isEmail(form.email)
          ? undefined
          : 'כתובת הדוא״ל אינה תקינה. דוגמה: name@example.com',
    delivery: delivery ? undefined : 'בחרו שיטת משלוח',
    ...(delivery?.kind === 'COURIER' && {
      city: form.city.trim().length < 2 ? 'הזינו עיר או יישוב' : undefined,
      street: isPostBox(form.street) ? POST_BOX_REFUSED : undefined,
      house: form.house.trim() === '' ? 'הזינו מספר בית או משק' : isPostBox(form.house) ? POST_BOX_REFUSED : undefined,
      postal_code: /^(\d{7})?$/.test(withoutSeparators(form.postal_code))
        ? undefined
        : 'מיקוד הוא בן 7 ספרות. אפשר להשאיר ריק',
    }),
    ...(delivery &&
      delivery.kind !== 'COURIER' && {
        branch: delivery.branches.some(({ id }) => id === branch) ? undefined : 'בחרו סניף',
      }),
    ...(form.business && {
      business_name: form.business_name.trim().length < 2 ? 'הזינו את שם העסק' : undefined,
      business_number: identityNumberError(form.business_number),
    }),
    terms: form.terms ? undefined : 'כדי להמשיך יש לאשר את התקנון ואת מדיניות הביטולים',
  };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as FieldErrors;
}

/** The server's name of a field → ours. */
const serverPaths: Record<string, FieldName> = {
  'customer.first_name': 'first_name',
  'customer.last_name': 'last_name',
  'customer.phone': 'phone',
  'customer.email': 'email',
  delivery_type_id: 'delivery',
  branch_id: 'branch',
  address: 'city',
  'address.city': 'city',
  'address.street': 'street',
  'address.house': 'house',
  'address.postal_code': 'postal_code',
  'business.name': 'business_name',
  'business.number': 'business_number',
};

export const errorsFromServer = (fields: { path: string; message: string }[]): FieldErrors =>
  Object.fromEntries(fields.flatMap(({ path, message }) => (serverPaths[path] ? [[serverPaths[path], message]] : [])));
