import { useEffect } from 'react';

/** The document's title where one address shows more than one thing: the steps of a purchase. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
