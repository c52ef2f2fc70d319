import { useEffect } from 'react';

/** The document's title where one URL shows several things: the steps of a purchase. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
