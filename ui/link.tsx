import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { useOnline } from './hooks/use-online.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** A slow or metered connection gets no prefetching. */
export function mayPrefetch(): boolean {
  if (typeof navigator === 'undefined') return true;
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !(connection?.saveData || connection?.effectiveType?.endsWith('2g'));
}

/** A link within the store: prefetches its page on hover or focus. */
export function Link(props: LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  // Without a connection the router answers a failed prefetch by reloading the current page, and loses it.
  const online = useOnline();
  // The feed and the sitemap are files of the server: the router knows no such page.
  const isFile = /^\/\w+\.xml/.test(String(props.to));
  return (
    <RouterLink
      reloadDocument={isFile}
      prefetch={online && !isFile && mayPrefetch() ? 'intent' : 'none'}
      {...props}
    />
  );
}
