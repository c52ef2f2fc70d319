import { type LinkProps, Link as RouterLink } from 'react-router';
import { useOnline } from './hooks/use-online.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** Fetching ahead is a courtesy that a slow or metered connection can do without. */
function prefetch(): 'intent' | 'none' {
  if (typeof navigator === 'undefined') return 'intent';
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData || connection?.effectiveType?.endsWith('2g') ? 'none' : 'intent';
}

/** A link within the store: its page is fetched ahead when it is pointed at or focused. */
export function Link(props: LinkProps) {
  // Without a connection the router would answer a page that can't be fetched ahead by loading this one anew, and lose it.
  const online = useOnline();
  return <RouterLink prefetch={online ? prefetch() : 'none'} {...props} />;
}
