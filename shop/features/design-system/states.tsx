import { PackageSearch } from 'lucide-react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Drawing, type DrawingName } from '#ui/drawing.tsx';
import { Empty } from '#ui/empty.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sample, Samples, Section } from './section.tsx';

const drawings: [DrawingName, string][] = [
  ['bag', 'סל ריק'],
  ['search', 'אין תוצאות'],
  ['heart', 'רשימת המשאלות ריקה'],
  ['parcel', 'אין הזמנות'],
  ['signpost', 'הדף לא נמצא'],
  ['tools', 'משהו השתבש'],
  ['offline', 'אין חיבור'],
  ['closed', 'סגור כרגע'],
  ['map', 'לא נמצא במפה'],
];

export const States = () => (
  <Section title="ריק, טעינה, שגיאה וניתוק" text="לכל מצב ציור, הסבר קצר ודרך להמשיך ממנה.">
    <Samples>
      {drawings.map(([name, label]) => (
        <Sample key={name} name={label}>
          <Drawing name={name} />
        </Sample>
      ))}
    </Samples>
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <Empty drawing="bag" title="הסל שלכם ריק" action={<Button>המשך בקנייה</Button>}>
        מה שתוסיפו יחכה לכם כאן, גם אם תסגרו את הדף.
      </Empty>
      <Empty
        icon={<PackageSearch />}
        title="מצב קטן, בתוך לוח"
        action={
          <ButtonLink to="/category" variant="secondary">
            לכל הדגמים
          </ButtonLink>
        }
      >
        כשאין מקום לציור, סימן אחד מספיק.
      </Empty>
    </div>
    <div aria-hidden className="grid max-w-xl grid-cols-1 gap-3">
      <Skeleton className="aspect-4/3 w-full rounded-lg" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-4 w-full" />
    </div>
  </Section>
);
