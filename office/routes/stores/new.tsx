import { useState } from 'react';
import { createStore, prepareStore } from '#server/office/stores/create-store.ts';
import { CheckboxField, SelectField, TextField } from '#ui/form/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import { StoredForm } from '../../components/stored-form.tsx';
import { type ActionReply, act, load } from '../../load.ts';
import type { Route } from './+types/new.ts';

export const loader = load((ctx) => prepareStore(ctx, {}));

/** A new store opens its guide at once. */
export const action = act(
  { create: createStore },
  { leadsTo: { create: (made?: { store: string }) => made && `/stores/${made.store}/opening` } },
);

type Choices = Route.ComponentProps['loaderData'];

export default function NewStore({ loaderData: choices }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="חנות חדשה" back={{ to: '/settings', label: 'הגדרות' }} />
      <div className="max-w-4xl">
        <StoredForm stored="" call="create" submit="יצירת החנות">
          {(reply) => <StoreFields choices={choices} reply={reply} />}
        </StoredForm>
      </div>
    </>
  );
}

function StoreFields({ choices, reply }: { choices: Choices; reply: ActionReply | undefined }) {
  const { companies, branches, businesses, palettes, host } = choices;
  const [key, setKey] = useState('');
  const [company, setCompany] = useState(companies[0]?.uuid ?? '');
  const errorOf = (name: string) => fieldError(reply?.errors, name);
  const ownBranches = branches.filter((one) => one.company === company);
  return (
    <>
      <p className="text-ink-2">
        החנות נוצרת סגורה, מאחורי סיסמה, עם דפים משפטיים, תפריטים ודרכי אספקה ראשונות. אחר כך מדריך מלווה אתכם עד
        הפתיחה, ואת הכול אפשר לשנות.
      </p>
      <Panel title="שם וכתובת">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="שם החנות" name="name" required maxLength={60} {...errorOf('name')} />
          <TextField
            label="השם באנגלית"
            name="nameEn"
            required
            dir="ltr"
            maxLength={60}
            hint="מוצג גם כשולח של הודעות SMS"
            {...errorOf('nameEn')}
          />
          <TextField
            label="כתובת החנות"
            name="key"
            required
            dir="ltr"
            maxLength={63}
            spellCheck={false}
            autoCapitalize="none"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value.toLowerCase())}
            hint={<HostHint typed={key} host={host} />}
            {...errorOf('key')}
          />
          <TextField
            label="דומיין"
            name="publicDomain"
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            hint={`אם כבר יש: www.${key || 'name'}.co.il`}
            {...errorOf('publicDomain')}
          />
        </div>
      </Panel>
      <Panel title="תחום וצבעים">
        <SelectField label="מה מוכרים" name="business" required defaultValue="" {...errorOf('business')}>
          <option value="" disabled>
            בחירה
          </option>
          {businesses.map((one) => (
            <option key={one.key} value={one.key}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium text-ink-2">צבעים להתחלה</legend>
          <div className="grid gap-2 grid-cols-2 sm:grid-cols-3">
            {palettes.map(({ key, name, clr1, clr2, clr3 }, index) => (
              <label
                key={key}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm border border-line-strong px-3 has-checked:border-action-ink has-checked:bg-action-wash"
              >
                <input
                  type="radio"
                  name="palette"
                  value={key}
                  defaultChecked={index === 0}
                  className="size-5 accent-action-ink"
                />
                <span className="grow">{name}</span>
                <span
                  aria-hidden
                  className="flex overflow-hidden rounded-sm border border-line forced-color-adjust-none"
                >
                  {[clr1, clr2, clr3].map((colour) => (
                    <span key={colour} className="size-5" style={{ background: colour }} />
                  ))}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </Panel>
      <Panel title="העסק">
        <div className="grid gap-3 sm:grid-cols-2">
          {companies.length > 1 ? (
            <SelectField
              label="החברה המוכרת"
              name="company"
              required
              value={company}
              onChange={(event) => setCompany(event.currentTarget.value)}
              {...errorOf('company')}
            >
              {companies.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : (
            <input type="hidden" name="company" value={company} />
          )}
          <TextField
            label="טלפון לשירות"
            name="phone"
            required
            type="tel"
            dir="ltr"
            autoComplete="off"
            {...errorOf('phone')}
          />
          <TextField
            label="דוא״ל לשירות"
            name="email"
            required
            type="email"
            dir="ltr"
            autoComplete="off"
            hint="ממנו נשלחים אישורים, ואליו מגיעות פניות"
            {...errorOf('email')}
          />
          <TextField
            label="סיסמה לצפייה לפני הפתיחה"
            name="code"
            required
            minLength={6}
            maxLength={100}
            autoComplete="off"
            hint="מי שמקבלים אותה רואים את החנות לפני כולם"
            {...errorOf('code')}
          />
        </div>
        {ownBranches.length > 0 && (
          <fieldset>
            <legend className="text-sm font-medium text-ink-2">סניפים: לאיסוף, למסירה ולתורים</legend>
            <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
              {ownBranches.map(({ uuid, name }) => (
                <CheckboxField key={uuid} label={name} name="branches[]" value={uuid} defaultChecked />
              ))}
            </div>
          </fieldset>
        )}
      </Panel>
    </>
  );
}

function HostHint({ typed, host }: { typed: string; host: Choices['host'] }) {
  const key = typed || 'name';
  return (
    <>
      החנות תיפתח בכתובת{' '}
      <bdi dir="ltr">{host.mode === 'live' ? `www.${key}.co.il` : `${key}.localhost:${host.port}`}</bdi>
    </>
  );
}
