import { Share2 } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { useShare } from './use-share.tsx';

/** Shares the page's URL, with the chosen variant. */
export default function ShareButton({ name, text, className }: { name: string; text: string; className?: string }) {
  const { share, dialog } = useShare(name);
  return (
    <>
      <IconButton label={`שיתוף ${name}`} onClick={() => share(location.href, text)} className={className}>
        <Share2 aria-hidden strokeWidth={1.75} className="size-5.5" />
      </IconButton>
      {dialog}
    </>
  );
}
