import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFetcher, useSearchParams } from 'react-router';
import type { leadForm } from '#contract/leads/lead-form.ts';
import { callbackOptions, callbackText } from '#domain/calendar/callback.ts';
import type { FormValues } from '#domain/forms/parse-form.ts';
import { UPDATES_TEXT } from '#domain/people/consent-texts.ts';
import type { LeadReply } from '#domain/people/lead-reply.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, Honeypot, PhoneField } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { useLiveNow } from '#ui/hooks/use-live-now.ts';
import { Link } from '#ui/link.tsx';
import { useChangedChoices } from '~/changed-choices.ts';
import { useFormDraft } from '~/forms/draft.ts';
import { useStore } from '~/store.ts';
import { track } from '~/track.ts';

const schema = () => import('#contract/leads/lead-form.ts').then(({ leadForm }) => leadForm);

type Props = {
  source: string;
  type?: string;
  product?: { id: string; name: string } | undefined;
  button: string;
  /** The banner's short form: name and phone only. */
  short?: boolean;
  /** What was put together of the product, where the page's address brings it. */
  choices?: string[] | undefined;
  /** Selectable types, with `type` chosen at first; without them `type` applies. */
  types?: { id: string; name: string }[];
  /** Reply to this page's own POST: a form that was sent before scripts ran, here or in a banner. */
  answer?: LeadReply | undefined;
};

/** A plain form before scripts run. Typed values stay until the server has accepted them. */
export function LeadForm({ source, type = 'general', product, choices, button, short = false, types, answer }: Props) {
  const fetcher = useFetcher<LeadReply>({ key: `lead-${source}-${product?.id ?? ''}` });
  const status = useRef<HTMLDivElement>(null);
  const { store } = useStore();
  const now = useLiveNow();
  const [search] = useSearchParams();
  const quote = search.get('quote');
  const changed = useChangedChoices(product?.id)?.choices ?? choices;
  const configuration = product && search.get('config');
  /** What the question is about: an order whose page leads here, or what a link names. */
  const order = search.get('order')?.slice(0, 20);
  const about = order ? `הזמנה ${order}` : search.get('about')?.slice(0, 200);
  const reply = fetcher.data ?? answer;
  const received = reply?.received === true;
  const refused = reply && !reply.received ? reply : undefined;
  const form = useForm(schema, {
    reply: refused,
    values: { type, message: about && `לגבי ${about}: ` },
    busy: fetcher.state !== 'idle',
  });
  const typedValues = refused?.values ?? {};
  useFormDraft(['lead', source, type, product?.id, about].join(' '), form.id, received && reply);

  useEffect(() => {
    if (received) status.current?.focus();
  }, [received]);
  const name = product?.name;
  useEffect(() => {
    if (reply?.received) track('lead', { source, type, ...(name && { product: name }) });
  }, [reply, source, type, name]);

  if (reply?.received) {
    return (
      <div
        ref={status}
        tabIndex={-1}
        role="status"
        className="grid justify-items-start gap-2 rounded-lg bg-success-wash p-6"
      >
        <CircleCheck aria-hidden className="size-8 text-success" />
        <p className="text-xl font-bold">הפרטים התקבלו, תודה!</p>
        <p>{reply.callback ? `נתקשר אליכם ב${reply.callback}.` : 'נחזור אליכם ביום העסקים הקרוב.'}</p>
        {reply.number && (
          <p>
            מספר הפנייה: <bdi dir="ltr">{reply.number}</bdi>
          </p>
        )}
      </div>
    );
  }

  return (
    <fetcher.Form {...form.props} action="/contact" className="grid gap-4">
      <FormErrors form={form} />
      <input {...form.hidden('source', source)} />
      {types ? (
        <SelectField label="נושא הפנייה" required {...form.field('type')}>
          {types.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <input {...form.hidden('type', type)} />
      )}
      <Subject {...{ form, product, short }} />
      {/* Hidden fields of the banner or the product's page. */}
      {!product && typedValues.product_uid && <input {...form.hidden('product_uid', '')} />}
      {!short && typedValues.model && <input {...form.hidden('model', '')} />}
      <Attached {...{ form, typed: typedValues, changed, configuration, quote }} />
      <Honeypot />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-start gap-4">
        <TextField label="שם מלא" autoComplete="name" required maxLength={80} {...form.field('name')} />
        <PhoneField required {...form.field('phone')} />
      </div>
      {short && !product && <TextField label="דגם שמעניין אתכם" {...form.field('model')} maxLength={120} />}
      {!short && <EmailField {...form.field('email')} />}
      <SelectField label="מתי להתקשר אליכם?" {...form.field('callback')}>
        <option value="">בהקדם האפשרי</option>
        {callbackOptions(store.contact_hours).map(({ window, name, hours }) => (
          <option key={window} value={window}>
            {(now && callbackText(window, now, store.contact_hours)) ??
              (hours ? `${name}, בין ${hours.from} ל־${hours.to}` : name)}
          </option>
        ))}
      </SelectField>
      {!short && <TextArea label="במה אפשר לעזור?" maxLength={2000} {...form.field('message')} />}
      <CheckboxField {...form.checkbox('marketing_consent')} label={UPDATES_TEXT} />
      <div className="flex flex-wrap items-center gap-4">
        <Button {...form.button} size="lg" className="max-sm:w-full">
          {button}
        </Button>
        <p className="text-xs text-balance text-ink-3">
          אין חובה למסור פרטים; בלעדיהם לא נוכל לחזור אליכם. נשתמש בהם לטיפול בפנייה בלבד, לפי{' '}
          <Link to="/page/privacy" className="underline">
            מדיניות הפרטיות
          </Link>
          .
        </p>
      </div>
    </fetcher.Form>
  );
}

type AttachedProps = {
  form: Form<typeof leadForm>;
  typed: FormValues;
  changed: string[] | undefined;
  configuration: string | null | undefined;
  quote: string | null;
};

type SubjectProps = Pick<AttachedProps, 'form'> & Pick<Props, 'product' | 'short'>;

/** Which product it is about; the banner names it in its title. */
function Subject({ form, product, short }: SubjectProps) {
  if (!product) return null;
  return (
    <>
      <input {...form.hidden('product_uid', product.id)} />
      {!short && (
        <p className="font-medium">
          הפנייה בנושא <bdi>{product.name}</bdi>
        </p>
      )}
    </>
  );
}

/** What the page shows and its address names, also after a refusal of former ones. Elsewhere what was sent stays. */
function Attached({ form, typed, changed, configuration, quote }: AttachedProps) {
  return (
    <>
      {changed && (
        <>
          {changed.map((choice) => (
            <input key={choice} type="hidden" name="choices" value={choice} />
          ))}
          <p className="text-sm text-ink-2">ההרכבה שבחרתם תצורף לפנייה.</p>
        </>
      )}
      {!changed && configuration && (
        <>
          <input type="hidden" name="configuration" value={configuration} />
          <p className="text-sm text-ink-2">
            ההרכבה ששמרתם, <bdi dir="ltr">{configuration}</bdi>, תצורף לפנייה.
          </p>
        </>
      )}
      {!changed && !configuration && typed.configuration && <input {...form.hidden('configuration', '')} />}
      {quote && (
        <>
          <input type="hidden" name="finance_quote_uid" value={quote} />
          <p className="text-sm text-ink-2">תנאי המימון שקבעתם יצורפו לפנייה.</p>
        </>
      )}
      {!quote && typed.finance_quote_uid && <input {...form.hidden('finance_quote_uid', '')} />}
    </>
  );
}
