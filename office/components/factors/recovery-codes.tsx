import { Button } from '#ui/button.tsx';
import { useCopy } from '../use-copy.ts';

/** Shown once. Each lets its person in one time, when the telephone is lost. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { shown, copy } = useCopy<HTMLUListElement>('הקודים הועתקו');
  return (
    <div data-once className="grid gap-3">
      <p>כל קוד מחליף פעם אחת את הקוד מהאפליקציה, למשל כשהטלפון אבד. שמרו אותם במקום בטוח: הם לא יוצגו שוב.</p>
      <ul ref={shown} aria-label="קודי שחזור" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-sm bg-ground-2 p-4">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => copy(codes.join('\n'))}>
          העתקה
        </Button>
        <Button size="sm" variant="secondary" onClick={() => window.print()}>
          הדפסה
        </Button>
      </div>
    </div>
  );
}
