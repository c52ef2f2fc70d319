import { useEffect, useRef } from 'react';
import { formatExactPrice } from '#domain/text/format.ts';

const COUNT_MS = 320;

/**
 * A price that changes counts to its new value. Only what is seen counts, in an attribute that the style sheet draws
 * over the text (`[data-count]` in ui/styles/motion.css): the text is the new price at once.
 * @returns a ref for an element whose first `<bdi>` is the price
 */
export function usePriceAnimation(value: number | null) {
  const ref = useRef<HTMLElement>(null);
  const shownPrice = useRef(value);
  useEffect(() => {
    const from = shownPrice.current;
    shownPrice.current = value;
    const price = ref.current?.querySelector<HTMLElement>('bdi');
    if (!price || from === null || value === null || from === value) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const pace = Number(getComputedStyle(price).getPropertyValue('--pace')) || 1;
    let startedAt = 0;
    let frame = requestAnimationFrame(step);
    function step(now: number) {
      // From the first frame on, however late it comes.
      startedAt ||= now;
      const done = (now - startedAt) / (COUNT_MS * pace);
      if (done >= 1) return stop();
      // Fast at first, slow at the end.
      const sum = (value ?? 0) + ((from ?? 0) - (value ?? 0)) * (1 - done) ** 3;
      price?.setAttribute('data-count', formatExactPrice(Math.round(sum)));
      frame = requestAnimationFrame(step);
    }
    function stop() {
      cancelAnimationFrame(frame);
      price?.removeAttribute('data-count');
    }
    return stop;
  }, [value]);
  return ref;
}
