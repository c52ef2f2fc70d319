import { Panel } from '../../components/panel.tsx';
import type { Field } from '../../components/structure/fields.ts';
import { StructureForm } from '../../components/structure/structure-form.tsx';

const fields: Field[] = [
  { kind: 'text', name: 'name', label: 'שם החברה', required: true },
  { kind: 'text', name: 'company_number', label: 'מספר חברה', required: true, ltr: true, hint: 'תשע ספרות' },
  { kind: 'text', name: 'legal_name', label: 'השם הרשום', required: true, wide: true },
  { kind: 'text', name: 'address', label: 'כתובת רשומה', required: true, wide: true },
];

type Props = { company: string; values: Record<string, unknown>; mayEdit: boolean };

/** Who sells, as documents, mails and the legal pages say it. */
export const CompanyPanel = ({ company, values, mayEdit }: Props) => (
  <Panel title="החברה">
    <StructureForm
      call="company"
      submit="שמירה: החברה"
      fields={fields}
      value={values}
      store=""
      entity={{ name: 'company', uuid: company }}
      disabled={!mayEdit}
    />
  </Panel>
);
