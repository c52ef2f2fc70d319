import { useNavigate } from 'react-router';
import type { Customer } from '#contract/customers/customers.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { call, refusalOf } from '~/api.ts';
import { refreshCustomer } from '../customer.ts';
import { PersonFields } from '../sign-in/person-fields.tsx';

const schema = () => import('#contract/person-form.ts').then(({ personForm }) => personForm);

export function EditDetails({ customer }: { customer: Customer }) {
  const navigate = useNavigate();
  const toast = useToast();
  const left = usePageLeft();
  const { first_name, last_name, email } = customer;
  const form = useForm(schema, {
    values: { first_name, last_name, email: email ?? '' },
    async onValid(person) {
      try {
        await call('POST /customer/customers/update', { body: person });
        await refreshCustomer();
      } catch (error) {
        return refusalOf(error);
      }
      toast({ kind: 'success', title: 'הפרטים נשמרו' });
      if (!left.current) void navigate('/personal-area');
    },
  });
  return (
    <form {...form.props} className="mt-8 grid max-w-2xl gap-6">
      <FormErrors form={form} />
      <PersonFields field={form.field} />
      <div>
        <Button {...form.button} size="lg">
          שמירה
        </Button>
      </div>
    </form>
  );
}
