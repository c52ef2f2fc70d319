import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '~/ui/button.tsx';
import { dropMerged, onMerged, readMerged } from '../favorites/merged-note.ts';

/** What this device had gathered and is the account's from now on. */
export function MergedNotice() {
  const merged = useSyncExternalStore(onMerged, readMerged, () => null);
  return (
    <div role="status">
      {merged && (
        <div className="mb-8 flex items-center justify-between gap-4 rounded-lg bg-success-wash ps-5 pe-2 py-2 text-success">
          <p>
            נוספו לחשבון מהמכשיר הזה: <span className="font-semibold">{merged}</span>
          </p>
          <IconButton label="הסתרת ההודעה" onClick={dropMerged}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
