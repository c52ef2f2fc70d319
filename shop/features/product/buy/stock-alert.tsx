import { BellRing, CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Variant } from '#contract/catalogue/products.ts';
import { isEmail } from '#domain/people/email.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmailField, Honeypot, PhoneField } from '#ui/form/contact-fields.tsx';
import { Link } from '#ui/link.tsx';
import { call, messageOf } from '~/api.ts';
import { signedInCustomer } from '~/signed-in.ts';
import { track } from '~/track.ts';

/** A variant under its product's name. */
export type SoldOut = Pick<Variant, 'id' | 'types'> & { name: string };
type Props = { open: boolean; onClose: () => void; of: SoldOut };
type Channel = 'email' | 'phone';

export default function StockAlert({ open, onClose, of }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="עדכון על חזרה למלאי">
      <Form of={of} onClose={onClose} />
    </Dialog>
  );
}

/** E-mail or phone; notified once, then deleted. */
function Form({ of: { id, name, types }, onClose }: Omit<Props, 'open'>) {
  const [customer] = useState(signedInCustomer);
  const [channel, setChannel] = useState<Channel>('email');
  const [error, setError] = useState('');
  const [refusal, setRefusal] = useState('');
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === 'done') done.current?.focus();
  }, [state]);

  function choose(to: Channel): void {
    setChannel(to);
    setError('');
    setRefusal('');
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const value = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    const wrong = mistake(channel, value(channel));
    setError(wrong);
    setRefusal('');
    if (wrong) return form.querySelector<HTMLElement>(`[name="${channel}"]`)?.focus();
    setState('sending');
    try {
      await call('POST /api/variants/subscribe-to-stock', {
        body: { variant_uid: id, [channel]: value(channel), website: value('website') },
      });
      track('lead', { source: 'stock_alert', type: 'stock', product: name });
      setState('done');
    } catch (failure) {
      setRefusal(messageOf(failure));
      setState('asking');
    }
  }

  if (state === 'done') {
    return (
      <div ref={done} tabIndex={-1} role="status" className="grid justify-items-start gap-3 p-6 focus:outline-none">
        <CircleCheck aria-hidden className="size-9 text-success" />
        <p className="text-xl font-bold">נרשם. נעדכן כשהמלאי יתחדש</p>
        <p className="text-ink-2">נשלח הודעה אחת בלבד, ומיד אחריה נמחק את הפרטים.</p>
        <Button onClick={onClose} className="mt-2">
          סגירה
        </Button>
      </div>
    );
  }
  const values = types.map(({ value_name }) => value_name).join(', ');
  return (
    <form noValidate onSubmit={send} className="grid gap-5 p-5">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {values && <>, {values}</>} – לא במלאי כרגע. השאירו דוא״ל או טלפון נייד, ונעדכן ברגע שהמלאי יתחדש.
      </p>
      <fieldset className="grid grid-cols-2 gap-1 rounded-md bg-ground-2 p-1">
        <legend className="sr-only">איך לעדכן</legend>
        <Choice channel="email" label="בדוא״ל" chosen={channel} onChoose={choose} />
        <Choice channel="phone" label="ב־SMS" chosen={channel} onChoose={choose} />
      </fieldset>
      {/* What was typed in one waits there while the other is looked at. */}
      <div hidden={channel !== 'email'}>
        <EmailField
          name="email"
          defaultValue={customer?.email ?? ''}
          enterKeyHint="send"
          required
          error={channel === 'email' ? error : ''}
        />
      </div>
      <div hidden={channel !== 'phone'}>
        <PhoneField
          label="טלפון נייד"
          name="phone"
          defaultValue={customer?.phone ?? ''}
          enterKeyHint="send"
          required
          error={channel === 'phone' ? error : ''}
        />
      </div>
      <Honeypot />
      {refusal && (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {refusal}
        </p>
      )}
      <Button type="submit" size="lg" wide busy={state === 'sending'}>
        <BellRing aria-hidden className="size-5" /> בקשת עדכון
      </Button>
      <p className="text-xs text-ink-3">
        אין חובה למסור פרטים. נשתמש בהם להודעה הזו בלבד, לפי{' '}
        <Link to="/page/privacy" className="underline">
          מדיניות הפרטיות
        </Link>
        .
      </p>
    </form>
  );
}

type ChoiceProps = { channel: Channel; label: string; chosen: Channel; onChoose: (channel: Channel) => void };

function Choice({ channel, label, chosen, onChoose }: ChoiceProps) {
  return (
    <label className="grid min-h-11 place-items-center rounded-sm text-center font-semibold text-ink-2 has-checked:bg-ground has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-3 has-focus-visible:outline-action-ink">
      <input
        type="radio"
        name="channel"
        className="sr-only"
        checked={chosen === channel}
        onChange={() => onChoose(channel)}
      />
      {label}
    </label>
  );
}

function mistake(channel: Channel, value: string): string {
  if (channel === 'email') {
    if (value === '') return 'הזינו דוא״ל';
    return isEmail(value) ? '' : 'כתובת דוא״ל לא תקינה';
  }
  if (value === '') return 'הזינו מספר טלפון נייד';
  return parseMobile(value) ? '' : 'מספר טלפון נייד לא תקין';
}
