import { type FormEvent, useId, useState } from 'react';
import type { Address } from '#contract/customers/account.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { call, messageOf } from '~/api.ts';
import AddressFields, { type AddressErrors, type AddressName, addressErrors } from '../../address/address-fields.tsx';
import { keepFocus } from '../focus-first-field.ts';

type Form = Record<AddressName, string>;
const empty: Form = {
  city: '',
  street: '',
  house: '',
  entrance: '',
  floor: '',
  apartment: '',
  postal_code: '',
  remarks: '',
};

type Props = { address: Address | 'new' | null; first: boolean; onClose: () => void; onSaved: () => void };

/** Adds or edits a postal address. The button stays visible, however many fields there are. */
export function AddressDialog({ address, first, onClose, onSaved }: Props) {
  const isNew = address === 'new';
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function save(send: () => Promise<unknown>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      onSaved();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <Dialog
      open={address !== null}
      onClose={() => {
        setProblem(undefined);
        onClose();
      }}
      title={isNew ? 'כתובת חדשה' : 'עריכת כתובת'}
      width="w-full sm:w-[36rem]"
      footer={
        <div className="grid gap-3 px-5 py-4">
          {problem && (
            <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
              {problem}
            </p>
          )}
          <Button type="submit" form={form} size="lg" wide busy={busy} {...keepFocus}>
            שמירת הכתובת
          </Button>
        </div>
      }
    >
      {address && <AddressForm id={form} address={isNew ? null : address} first={first} busy={busy} onSave={save} />}
    </Dialog>
  );
}

type FormProps = {
  id: string;
  address: Address | null;
  first: boolean;
  busy: boolean;
  onSave: (send: () => Promise<unknown>) => void;
};

function AddressForm({ id, address, first, busy, onSave }: FormProps) {
  const [form, setForm] = useState<Form>(() =>
    address
      ? (Object.fromEntries(Object.keys(empty).map((name) => [name, address[name as AddressName]])) as Form)
      : empty,
  );
  const [errors, setErrors] = useState<AddressErrors>({});
  const { sent, failed } = useSent();
  const value = (name: AddressName) => form[name];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const found = addressErrors(value);
    setErrors(found);
    if (Object.keys(found).length > 0) return failed();
    const is_main = new FormData(event.currentTarget).get('is_main') !== null;
    onSave(() =>
      address
        ? call('POST /customer/customers/update-address', { body: { ...form, id: address.id } })
        : call('POST /customer/customers/add-address', { body: { ...form, is_main } }),
    );
  }

  return (
    <form id={id} method="post" noValidate onSubmit={submit} className="grid gap-5 p-5">
      <ErrorSummary errors={errors} sent={sent} />
      <AddressFields
        value={value}
        set={(name, text) => {
          setForm((before) => ({ ...before, [name]: text }));
          setErrors((before) => ({ ...before, [name]: undefined }));
        }}
        leave={(name) => setErrors((before) => ({ ...before, [name]: addressErrors(value)[name] }))}
        errors={errors}
      />
      {!address && !first && <CheckboxField name="is_main" label="כתובת ראשית למשלוחים" />}
    </form>
  );
}
