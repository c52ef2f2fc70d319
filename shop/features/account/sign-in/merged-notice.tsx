import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#ui/button.tsx';
import { dropMerged, onMerged, readMerged } from '../../favorites/merged-note.ts';

/** What moved from this device to the account, and what the account had no room for. */
export function MergedNotice() {
  const merged = useSyncExternalStore(onMerged, readMerged, () => null);
  const [added, left] = merged?.split('\n') ?? [];
  return (
    <div role="status">
      {merged && (
        <div className="mb-8 flex items-center justify-between gap-4 rounded-lg bg-success-wash ps-5 pe-2 py-2 text-success">
          <div className="grid gap-1">
            {added && (
              <p>
                חדש בחשבון, מהמכשיר הזה: <span className="font-semibold">{added}</span>
              </p>
            )}
            {left && (
              <p>
                החשבון מלא, ולכן נשארו רק במכשיר הזה: <span className="font-semibold">{left}</span>. כשיתפנה מקום, הם
                ייכנסו לחשבון
              </p>
            )}
          </div>
          <IconButton label="הסתרת ההודעה" onClick={dropMerged}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
