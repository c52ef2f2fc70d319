import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { mayPrefetch } from './hooks/load-chunk.ts';
import { useOnline } from './hooks/use-online.ts';

/** A link within the store: prefetches its page on hover or focus. */
export function Link(props: LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  // Without a connection the router answers a failed prefetch by reloading the current page, and loses it.
  const online = useOnline();
  // The feed and the sitemap are files of the server: the router knows no such page.
  const isFile = /^\/\w+\.xml/.test(String(props.to));
  return (
    <RouterLink reloadDocument={isFile} prefetch={online && !isFile && mayPrefetch() ? 'intent' : 'none'} {...props} />
  );
}
