import { editChoices, editRules, readConfigurator } from '#server/office/products/configurator.ts';
import { Empty } from '#ui/empty.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { RowColumn } from '../../../components/rows/cell-field.tsx';
import { RowsForm } from '../../../components/rows/rows-form.tsx';
import { act, load } from '../../../load.ts';
import type { Route } from './+types/configurator.ts';
import { Tester } from './tester.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readConfigurator(ctx, { product: params.product }));
export const action = act(
  { choices: editChoices, rules: editRules },
  { says: { choices: 'הבחירות נשמרו', rules: 'הכללים נשמרו' } },
);

const picks = [
  { value: 'one', label: 'אחת' },
  { value: 'many', label: 'כמה שרוצים' },
];
const kinds = [
  { value: 'requires', label: 'דורשת אחת מ־' },
  { value: 'excludes', label: 'לא יחד עם' },
];

export default function ProductConfigurator({ loaderData: data }: Route.ComponentProps) {
  const { product, choices, rules, options, skus, configurator, faults, may } = data;
  const knownSkus = skus.map(({ sku }) => sku);
  const groups = [...new Set(choices.rows.map(({ group = '' }) => group))];
  const choiceColumns: RowColumn[] = [
    { name: 'group', label: 'קבוצה', width: 7, suggestions: groups },
    { name: 'pick', label: 'בוחרים', kind: 'choice', options: picks, width: 9 },
    { name: 'choice', label: 'מפתח', dir: 'ltr', width: 8 },
    { name: 'name', label: 'שם', width: 8 },
    { name: 'price', label: 'הפרש מחיר', kind: 'sum', width: 5 },
    { name: 'default', label: 'מסומנת', kind: 'tick' },
    { name: 'variants', label: 'מק״טים, עם | ביניהם', dir: 'ltr', width: 12, suggestions: knownSkus },
    { name: 'picture', label: 'תמונה של מק״ט', dir: 'ltr', width: 8, suggestions: knownSkus },
    { name: 'text', label: 'הסבר', width: 12 },
  ];
  const ruleColumns: RowColumn[] = [
    {
      name: 'choice',
      label: 'הבחירה',
      kind: 'choice',
      options: choices.rows.map(({ choice = '', name = '' }) => ({ value: choice, label: name })),
      width: 14,
    },
    { name: 'rule', label: 'הכלל', kind: 'choice', options: kinds, width: 10 },
    {
      name: 'others',
      label: 'מפתחות, עם | ביניהם',
      dir: 'ltr',
      width: 12,
      suggestions: choices.rows.map(({ choice = '' }) => choice),
    },
    { name: 'reason', label: 'למה, לקונים', width: 14 },
  ];
  return (
    <>
      <PageHead title="התאמה אישית" back={{ to: `/products/${product.uuid}`, label: product.name }} />
      <div className="grid items-start gap-4">
        <Panel title="בחירות">
          {choices.rows.length === 0 && (
            <Empty title="אין עדיין התאמה אישית">
              כל שורה היא בחירה בקבוצה: צבע, חישוקים, תוספות. מחיר של בחירה שיש לה מק״טים הוא שלהם.
            </Empty>
          )}
          {may.edit ? (
            <RowsForm
              call="choices"
              columns={choiceColumns}
              rows={choices.rows}
              version={choices.version}
              fresh={{ pick: 'one' }}
              templates={[{ label: 'לפי הצבעים והמידות של הגרסאות', rows: options, same: ['group', 'name'] }]}
            >
              {choices.rows.length > 0 && <CheckboxField name="confirmed" label="גם אם הפרש מחיר משתנה ביותר מחצי" />}
            </RowsForm>
          ) : (
            <ul className="grid gap-1">
              {choices.rows.map(({ choice, group, name }) => (
                <li key={choice}>
                  <bdi>{group}</bdi>: <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {choices.rows.length > 0 && (
          <>
            <Panel title="כללים">
              {may.edit ? (
                <RowsForm
                  call="rules"
                  columns={ruleColumns}
                  rows={rules.rows}
                  version={rules.version}
                  fresh={{ rule: 'requires' }}
                />
              ) : (
                <p className="text-ink-3">{rules.rows.length} כללים</p>
              )}
            </Panel>
            <Tester configurator={configurator} faults={faults} />
          </>
        )}
      </div>
    </>
  );
}
