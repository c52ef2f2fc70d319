import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { clockOf, minutesOf } from '#domain/calendar/israel-time.ts';

export type Place = { day: string; time: string; seat: number };
type Moving = { uuid: string; place: Place };

type Options = {
  /** The days' columns, each with `data-day`. */
  body: RefObject<HTMLElement | null>;
  days: string[];
  seats: number;
  /** Minutes. */
  step: number;
  /** The minute of the day at so many pixels from the body's top. */
  minuteAt: (offset: number) => number;
  bounds: { first: number; last: number };
  onMove: (uuid: string, to: Place) => void;
};

/** Pixels before a press becomes a drag. */
const SLACK = 6;
const same = (a: Place, b: Place): boolean => a.day === b.day && a.time === b.time;

/**
 * Moves visits by mouse, pen or finger, or by arrow keys with Shift: each press moves what is shown, Enter puts it
 * there, Escape lets it be. Nothing is decided here: `onMove` asks the server.
 */
export function useMoving({ body, days, seats, step, minuteAt, bounds, onMove }: Options) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const press = useRef<{ uuid: string; from: Place; x: number; y: number; grip: number; dragged: boolean } | null>(
    null,
  );
  const dragged = useRef(false);

  useEffect(() => {
    if (!moving) return;
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      press.current = null;
      setMoving(null);
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [moving]);

  const clamp = (minute: number): number => Math.min(bounds.last, Math.max(bounds.first, minute));

  function placeAt(x: number, y: number, grip: number): Place | null {
    const columns = [...(body.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
    const column = columns.find((one) => {
      const { left, right } = one.getBoundingClientRect();
      return x >= left && x < right;
    });
    if (!column?.dataset.day) return null;
    const box = column.getBoundingClientRect();
    const minute = Math.round(minuteAt(y - box.top - grip) / step) * step;
    // Seats run from the right, as the page does.
    const seat = Math.floor(((box.right - x) / box.width) * seats);
    return { day: column.dataset.day, time: clockOf(clamp(minute)), seat: Math.min(seats - 1, Math.max(0, seat)) };
  }

  /** The click that ends a drag opens nothing; one of the keyboard does. */
  function wasDragged(event: MouseEvent): boolean {
    const was = dragged.current && event.detail !== 0;
    dragged.current = false;
    return was;
  }

  function dragOf(uuid: string, from: Place) {
    const props = {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        const grip = event.clientY - event.currentTarget.getBoundingClientRect().top;
        press.current = { uuid, from, x: event.clientX, y: event.clientY, grip, dragged: false };
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const activePress = press.current;
        if (!activePress) return;
        if (!activePress.dragged && Math.hypot(event.clientX - activePress.x, event.clientY - activePress.y) < SLACK)
          return;
        activePress.dragged = true;
        dragged.current = true;
        const place = placeAt(event.clientX, event.clientY, activePress.grip);
        if (place) setMoving({ uuid, place });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const activePress = press.current;
        press.current = null;
        setMoving(null);
        if (!activePress?.dragged) return;
        const place = placeAt(event.clientX, event.clientY, activePress.grip);
        if (place && !same(place, from)) onMove(uuid, place);
      },
      onPointerCancel() {
        press.current = null;
        setMoving(null);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (moving?.uuid === uuid && event.key === 'Enter') {
          event.preventDefault();
          setMoving(null);
          if (!same(moving.place, from)) onMove(uuid, moving.place);
          return;
        }
        if (!event.shiftKey) return;
        const place = moved(moving?.uuid === uuid ? moving.place : from, event.key);
        if (!place) return;
        event.preventDefault();
        setMoving({ uuid, place });
      },
      onBlur() {
        if (!press.current) setMoving(null);
      },
    };
    return { props, wasDragged };
  }

  /** The next day is to the left, as the page reads. */
  function moved(place: Place, key: string): Place | null {
    const by = { ArrowUp: -step, ArrowDown: step }[key];
    if (by) return { ...place, time: clockOf(clamp(minutesOf(place.time) + by)) };
    const days_ = { ArrowLeft: 1, ArrowRight: -1 }[key];
    const day = days_ && days[days.indexOf(place.day) + days_];
    return day ? { ...place, day } : null;
  }

  return { moving, dragOf };
}
