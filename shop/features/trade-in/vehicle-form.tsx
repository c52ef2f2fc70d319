import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import {
  asksOf,
  isAmount,
  type PlateReply,
  type TradeInKind,
  type TradeInQuestion,
  tradeInKinds,
  tradeInQuestions,
} from '#domain/people/trade-in-questions.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, Honeypot, PhoneField } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { writeDraft } from '~/forms/draft.ts';
import { type SecretPageReply, useSecretPageForm } from '~/forms/secret-page.ts';
import { writePerson } from '~/forms/typed-person.ts';

const schema = () => import('#contract/leads/trade-in-form.ts').then(({ tradeInForm }) => tradeInForm);

type Props = {
  kind: TradeInKind;
  /** What was found of the plate; `null`: all of it by hand. */
  plate: PlateReply | null;
  product: string;
  /** Of the page's start, for another plate. */
  again: string;
  /** Of the form without a plate. */
  byHand: string;
  /** What is chosen of the wanted vehicle, as a query: the offer leads back to it. */
  chosen: string;
  reply: SecretPageReply;
};

const another = 'inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4';

const notes = {
  unknown: 'המספר אינו במאגר. אפשר למלא את הפרטים ידנית.',
  away: 'מאגר הרכב אינו זמין כרגע. אפשר למלא את הפרטים ידנית.',
};

/**
 * What the first step keeps for a page that is loaded anew: another vehicle's plate, and the next person's, is typed
 * into an empty field.
 */
const forgetPlate = () => writeDraft('trade-in', undefined);

/** The second step: the vehicle, its condition, and whom to answer. */
export function VehicleForm({ kind, plate, product, again, byHand, chosen, reply }: Props) {
  const lead = { source: 'trade-in', type: 'trade_in' };
  const { form, scripts } = useSecretPageForm(schema, reply, {
    path: 'trade-in',
    draft: `trade-in ${plate?.plate ?? kind}`,
    values: { product_uid: product, chosen },
    lead,
  });
  const isSent = Boolean(reply && 'secret' in reply && reply.secret);
  useEffect(() => {
    if (!isSent) return;
    forgetPlate();
    const sent = document.getElementById(form.props.id);
    if (sent instanceof HTMLFormElement) writePerson(new FormData(sent));
  }, [isSent, form.props.id]);
  const title = useRef<HTMLHeadingElement>(null);
  const openedPlate = plate?.plate;
  // Of the other kinds it is the page's first form, which takes no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plate is another form
  useEffect(() => {
    if (kind === 'road') title.current?.focus({ preventScroll: true });
  }, [openedPlate]);
  return (
    <Form {...form.props} preventScrollReset className="mt-8 grid gap-8">
      <FormErrors form={form} />
      {scripts && <input type="hidden" name="scripts" value="1" />}
      <input type="hidden" name="step" value="send" />
      {/* Not `form.hidden`: of a form that came back the kind may have been changed since. */}
      <input type="hidden" name="kind" value={kind} />
      {kind === 'road' && <input {...form.hidden('plate', plate?.plate ?? '')} />}
      <input {...form.hidden('product_uid', product)} />
      <input {...form.hidden('chosen', chosen)} />
      <Honeypot />
      <section aria-labelledby="vehicle-title" className="grid gap-4">
        <h2 id="vehicle-title" ref={title} tabIndex={-1} className="text-xl focus:outline-none">
          הרכב שלכם
        </h2>
        {plate?.state === 'found' ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg bg-ground-2 p-5">
            <div>
              <p className="text-lg font-bold">
                <bdi>{`${plate.make} ${plate.model}`}</bdi>
              </p>
              <p className="text-ink-2">
                שנת <bdi>{plate.year}</bdi>, מספר רישוי <bdi dir="ltr">{formatPlate(plate.plate)}</bdi>
              </p>
            </div>
            <p className="flex flex-wrap items-center gap-x-4">
              לא הרכב שלכם?
              <Link to={again} reloadDocument onClick={forgetPlate} className={another}>
                מספר אחר
              </Link>
              <Link to={byHand} reloadDocument className={another}>
                מילוי ידני
              </Link>
            </p>
            <input {...form.hidden('make', plate.make)} />
            <input {...form.hidden('model', plate.model)} />
            <input {...form.hidden('year', String(plate.year))} />
          </div>
        ) : (
          <>
            {plate && (
              <p role="status" className="rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
                {notes[plate.state]} <bdi dir="ltr">{formatPlate(plate.plate)}</bdi>{' '}
                <Link to={again} reloadDocument onClick={forgetPlate} className="whitespace-nowrap underline">
                  מספר אחר
                </Link>
              </p>
            )}
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <TextField label="יצרן" {...form.field('make')} required maxLength={60} dir="auto" autoComplete="off" />
              <TextField label="דגם" {...form.field('model')} required maxLength={120} dir="auto" autoComplete="off" />
              <TextField
                label="שנת ייצור"
                {...form.field('year')}
                required
                dir="ltr"
                inputMode="numeric"
                maxLength={4}
                autoComplete="off"
              />
            </div>
            {kind !== 'road' && tradeInKinds[kind].number && (
              <TextField
                label={tradeInKinds[kind].number ?? ''}
                {...form.field('plate')}
                dir="ltr"
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
              />
            )}
          </>
        )}
      </section>
      <section aria-labelledby="condition-title" className="grid gap-4">
        <h2 id="condition-title" className="text-xl">
          מה המצב?
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {asksOf(kind).map((question) => (
            <Question key={question} question={question} field={form.field(question)} />
          ))}
        </div>
        <TextArea
          label="מה עוד כדאי שנדע?"
          {...form.field('remarks')}
          maxLength={1_000}
          rows={3}
          hint="טיפולים, תוספות, שריטות"
        />
      </section>
      <section aria-labelledby="person-title" className="grid gap-4">
        <h2 id="person-title" className="text-xl">
          למי להשיב?
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="שם מלא" {...form.field('name')} autoComplete="name" required maxLength={80} />
          <PhoneField {...form.field('phone')} required hint="לטלפון נייד נשלח קישור להצעה ב־SMS" />
          <EmailField {...form.field('email')} />
        </div>
      </section>
      <div className="flex flex-wrap items-center gap-4">
        <Button {...form.button} size="lg" className="max-sm:w-full">
          קבלת הערכה
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-xs text-ink-3">
          אין חובה למסור פרטים; בלעדיהם לא נוכל להעריך את הרכב. נשתמש בהם להצעה ולרכישה בלבד, לפי{' '}
          <Link to="/page/privacy" className="underline">
            מדיניות הפרטיות
          </Link>
          . תמונות מוסיפים בדף הבא.
        </p>
      </div>
    </Form>
  );
}

type AnswerField = { id: string; name: string; error: string | undefined; defaultValue: string | undefined };

function Question({ question, field }: { question: TradeInQuestion; field: AnswerField }) {
  if (isAmount(question)) {
    const { label, hint } = tradeInQuestions[question];
    return (
      <TextField
        {...field}
        label={label}
        hint={hint}
        required
        dir="ltr"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
      />
    );
  }
  const { label, answers } = tradeInQuestions[question];
  return (
    <SelectField {...field} label={label} required>
      <option value="">בחירה</option>
      {Object.entries(answers).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
