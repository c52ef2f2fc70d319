import { ArrowLeft, Heart, Search, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { Accordion } from '#ui/accordion.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CompletingField } from '#ui/form/completing-field.tsx';
import { CheckboxField, RadioField, SelectField, SumField, TextArea, TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { Sample, Samples, Section } from './section.tsx';

const variants = ['primary', 'secondary', 'quiet', 'on-dark'] as const;
const names = { primary: 'ראשי', secondary: 'משני', quiet: 'שקט', 'on-dark': 'על רקע כהה' };

/** What the pointer and the keyboard bring about, held still: the same values as in `ui/button.tsx`. */
const held = {
  primary: { hover: 'var(--action-hover)', pressed: 'var(--action-pressed)' },
  secondary: { hover: 'var(--ground-2)', pressed: 'var(--ground-3)' },
  quiet: { hover: 'var(--action-wash)', pressed: 'var(--action-wash)' },
  'on-dark': { hover: 'var(--dark-line)', pressed: 'var(--dark-line)' },
};

const ring = { outline: '3px solid var(--action-ink)', outlineOffset: 2 };

export const Buttons = () => (
  <Section title="כפתורים" text="פעולה אחת ראשית בכל מסך. שטח המגע 44 פיקסלים לפחות, והמיקוד נראה בכל רקע.">
    {variants.map((variant) => {
      const dark = variant === 'on-dark';
      const focused = dark ? { ...ring, outlineColor: 'var(--on-dark)' } : ring;
      return (
        <Samples key={variant}>
          <Sample name={names[variant]} dark={dark}>
            <Button variant={variant}>קנייה מיידית</Button>
          </Sample>
          <Sample name="ריחוף" dark={dark}>
            <Button variant={variant} style={{ background: held[variant].hover }}>
              קנייה מיידית
            </Button>
          </Sample>
          <Sample name="לחיצה" dark={dark}>
            <Button variant={variant} style={{ background: held[variant].pressed }}>
              קנייה מיידית
            </Button>
          </Sample>
          <Sample name="מיקוד" dark={dark}>
            <Button variant={variant} style={focused}>
              קנייה מיידית
            </Button>
          </Sample>
          <Sample name="בהמתנה לתשובה" dark={dark}>
            <Button variant={variant} busy>
              קנייה מיידית
            </Button>
          </Sample>
          <Sample name="מושבת" dark={dark}>
            <Button variant={variant} disabled>
              קנייה מיידית
            </Button>
          </Sample>
        </Samples>
      );
    })}
    <Samples>
      <Sample name="קטן">
        <Button size="sm">הפעלת הקוד</Button>
      </Sample>
      <Sample name="גדול, עם סימן">
        <Button size="lg">
          <ShoppingBag aria-hidden className="size-5" /> הוספה לסל
        </Button>
      </Sample>
      <Sample name="קישור שנראה ככפתור">
        <ButtonLink to="#content" variant="secondary">
          לראש הדף <ArrowLeft aria-hidden className="size-5" />
        </ButtonLink>
      </Sample>
      <Sample name="סימן בלבד">
        <IconButton label="חיפוש">
          <Search aria-hidden />
        </IconButton>
        <IconButton label="חיפוש, במיקוד" style={ring}>
          <Search aria-hidden />
        </IconButton>
        <IconButton label="רשימת המשאלות" disabled>
          <Heart aria-hidden />
        </IconButton>
      </Sample>
    </Samples>
  </Section>
);

const CITIES = ['חיפה', 'חדרה', 'חולון', 'תל אביב – יפו', 'תל מונד'];

export function Fields() {
  const [city, setCity] = useState('');
  return (
    <Section title="שדות" text="התווית גלויה תמיד, והשגיאה כתובה ליד השדה. מה שהוקלד אינו נמחק.">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-3">
        <TextField label="שם פרטי" required autoComplete="off" />
        <TextField label="במיקוד" required autoComplete="off" style={{ ...ring, outlineOffset: 0 }} />
        <TextField label="בריחוף" required autoComplete="off" style={{ borderColor: 'var(--ink-2)' }} />
        <TextField label="עם הסבר" hint="לפי הכתובת שבתעודת הזהות" autoComplete="off" />
        <TextField label="דוא״ל" type="email" required defaultValue="dana@" error="כתובת הדוא״ל אינה תקינה" />
        <TextField label="טלפון נייד" type="tel" required defaultValue="050-1234567" />
        <TextField label="מספר הזמנה" required disabled defaultValue="MN3N-9DA5" />
        <CompletingField
          label="עיר, עם השלמה"
          name="city"
          required
          autoComplete="off"
          hint="הקלידו ״ח״ או ״תל״"
          value={city}
          onValue={setCity}
          suggest={async (text) => CITIES.filter((name) => name.startsWith(text.trim()))}
        />
        <SelectField label="סניף" required defaultValue="">
          <option value="">בחרו סניף</option>
          <option>תל אביב – יפו</option>
          <option>חיפה</option>
        </SelectField>
        <SelectField label="אזור" required error="בחרו אזור" defaultValue="">
          <option value="">בחרו אזור</option>
        </SelectField>
        <SelectField label="סניף, לפני שנבחר אזור" required disabled defaultValue="">
          <option value="">בחרו סניף</option>
        </SelectField>
        <RadioField
          label="למי החשבונית"
          required
          name="invoice"
          defaultValue="private"
          choices={[
            { value: 'private', label: 'לאדם פרטי' },
            { value: 'business', label: 'לעסק', hint: 'נדרש מספר עוסק' },
          ]}
        />
        <SumField label="מחיר" required defaultValue="1250.00" />
        <TextArea label="הערות להזמנה" />
        <TextArea label="מה קרה" required error="כתבו כמה מילים" />
        <TextArea label="ההודעה שנשלחה" required disabled defaultValue="מתי אפשר לבוא לנסיעה?" />
        <div className="grid content-start">
          <CheckboxField label="אשמח לקבל מבצעים ועדכונים" />
          <CheckboxField label="קראתי ואישרתי את התקנון" defaultChecked />
          <CheckboxField label="קראתי ואישרתי את התקנון" error="יש לאשר את התקנון" />
          <CheckboxField label="שליחה לבית, אין לפריט הזה" disabled />
        </div>
      </div>
    </Section>
  );
}

export const Navigation = () => (
  <Section title="ניווט וגילוי">
    <Breadcrumbs items={[{ name: 'אופנועים', to: '/category' }, { name: 'נייקד' }]} />
    <Samples>
      <Sample name="קישור בטקסט">
        <Link to="#content" className="text-action-ink underline underline-offset-4">
          למדריך המלא
        </Link>
      </Sample>
      <Sample name="קישור, במיקוד">
        <Link to="#content" style={ring} className="text-action-ink underline underline-offset-4">
          למדריך המלא
        </Link>
      </Sample>
      <Sample name="קישור על רקע כהה" dark>
        <Link to="#content" className="text-on-dark underline underline-offset-4">
          למדריך המלא
        </Link>
      </Sample>
    </Samples>
    <div className="max-w-3xl">
      <Accordion title="מה כוללת האחריות?" open>
        <p className="text-ink-2">המנוע, התיבה והחשמל, בכל סניף ובלי השתתפות עצמית.</p>
      </Accordion>
      <Accordion title="כמה זמן נמשכת המסירה?">
        <p className="text-ink-2">חמישה עד עשרה ימי עסקים לאחר הרישוי.</p>
      </Accordion>
    </div>
  </Section>
);

const edges = [
  ['center', 'באמצע'],
  ['start', 'מצד ההתחלה'],
  ['end', 'מצד הסוף'],
  ['bottom', 'מלמטה'],
] as const;

export function Overlays() {
  const [open, setOpen] = useState<(typeof edges)[number][0] | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="חלונות ומגירות" text="כל אחד בא מהקצה שלו, שומר על המיקוד בתוכו ומחזיר אותו בסגירה.">
      <div className="flex flex-wrap gap-3">
        {edges.map(([from, name]) => (
          <Button key={from} variant="secondary" onClick={() => setOpen(from)}>
            {name}
          </Button>
        ))}
      </div>
      {edges.map(([from, name]) => (
        <Dialog
          key={from}
          from={from}
          open={open === from}
          onClose={close}
          title={name}
          footer={
            <div className="p-5">
              <Button wide onClick={close}>
                אישור
              </Button>
            </div>
          }
        >
          <p className="p-5 text-ink-2">אפשר לסגור בכפתור, במקש Escape או בלחיצה מחוץ לחלון.</p>
        </Dialog>
      ))}
    </Section>
  );
}

export function Messages() {
  const toast = useToast();
  return (
    <Section title="הודעות קצרות" text="ארבע שניות, או כל עוד מצביעים עליהן.">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => toast({ kind: 'success', title: 'הפרטים נשמרו' })}>
          הצלחה
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast({ kind: 'danger', title: 'הקופון לא הוחל', text: 'תוקף הקופון פג אתמול.' })}
        >
          שגיאה
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              kind: 'info',
              title: 'הפריט הוסר מהסל',
              action: { label: 'ביטול ההסרה', onPress: () => toast({ kind: 'success', title: 'הפריט חזר לסל' }) },
            })
          }
        >
          עם פעולה
        </Button>
      </div>
    </Section>
  );
}
