import { Copy } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { useCopy } from './use-copy.ts';

/** A link to be passed on: shown, and copied at one press. */
export function CopyLink({ url }: { url: string }) {
  const { shown, copy } = useCopy<HTMLElement>('הקישור הועתק');
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-sm bg-ground-2 p-3">
      <bdi ref={shown} dir="ltr" className="min-w-0 grow basis-60 text-sm break-all">
        {url}
      </bdi>
      <Button size="sm" variant="secondary" onClick={() => copy(url)}>
        <Copy aria-hidden className="size-4" />
        העתקה
      </Button>
    </div>
  );
}
