import { useState } from 'react';
import type { addressForm } from '#contract/checkout/address-form.ts';
import type { Address } from '#contract/customers/account.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { call, refusalOf } from '~/api.ts';
import AddressFields, { type AddressName } from '../../address/address-fields.tsx';

const schema = () => import('#contract/checkout/address-form.ts').then(({ addressForm }) => addressForm);

const empty: Record<AddressName, string> = {
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
  const savedAddress = address === 'new' ? null : address;
  const form = useForm(schema, {
    async onValid({ is_main, ...place }) {
      try {
        if (savedAddress)
          await call('POST /customer/customers/update-address', { body: { ...place, id: savedAddress.id } });
        else await call('POST /customer/customers/add-address', { body: { ...place, is_main } });
        onSaved();
      } catch (error) {
        return refusalOf(error);
      }
    },
  });

  /** It stays while an address is saved: the answer is of this one. */
  function close() {
    if (form.busy) {
      const dialog = document.querySelector<HTMLDialogElement>(`dialog:has([id="${form.id}"])`);
      // Escape has closed it by now.
      if (dialog && !dialog.open) dialog.showModal();
      return;
    }
    form.clear();
    onClose();
  }

  return (
    <Dialog
      open={address !== null}
      onClose={close}
      title={address === 'new' ? 'כתובת חדשה' : 'עריכת כתובת'}
      width="w-full sm:w-[36rem]"
      footer={
        <div className="px-5 py-4">
          <Button {...form.button} size="lg" wide>
            שמירת הכתובת
          </Button>
        </div>
      }
    >
      {address && <AddressForm form={form} known={savedAddress} first={first} />}
    </Dialog>
  );
}

type FormProps = { form: Form<typeof addressForm>; known: Address | null; first: boolean };

function AddressForm({ form, known, first }: FormProps) {
  const [place, setPlace] = useState<Record<AddressName, string>>(known ?? empty);
  return (
    <form {...form.props} className="grid gap-5 p-5">
      <FormErrors form={form} />
      <AddressFields
        id={form.id}
        value={(name) => place[name]}
        set={(name, text) => setPlace((before) => ({ ...before, [name]: text }))}
        errors={form.errors}
      />
      {!known && !first && <CheckboxField {...form.checkbox('is_main')} label="כתובת ראשית למשלוחים" />}
    </form>
  );
}
