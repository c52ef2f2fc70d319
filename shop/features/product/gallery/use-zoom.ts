import { type KeyboardEvent, type PointerEvent, useRef, useState, type WheelEvent } from 'react';
import { opensHere } from '#ui/dialog.tsx';
import { moved, PRESSED, type View, whole, zoomed } from './zoom.ts';

type Point = { x: number; y: number };

const SWIPE = 60;
const TAP = 8;
const STRIDE = 60;

/** Press to enlarge, pinch, drag to pan; a drag across the whole picture goes to the next one. */
export function useZoom(onStep: (by: 1 | -1) => void) {
  const [view, setView] = useState<View>(whole);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<{ point: Point; pinched: boolean }>({ point: { x: 0, y: 0 }, pinched: false });
  const stage = useRef<HTMLDivElement | null>(null);

  const frame = () => {
    const box = stage.current?.getBoundingClientRect();
    return { width: box?.width ?? 1, height: box?.height ?? 1 };
  };
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 } : { x: 0, y: 0 };
  };
  const zoomTo = (scale: number, point: Point = { x: 0, y: 0 }) =>
    setView((before) => zoomed(before, scale, point, frame()));
  const place = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const point = place(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, point);
    if (other) {
      const grow = distance(point, other) / Math.max(1, distance(before, other));
      const middle = fromMiddle({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
      setView((view) => zoomed(view, view.scale * grow, middle, frame()));
    } else {
      setView((view) => moved(view, { x: point.x - before.x, y: point.y - before.y }, frame()));
    }
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    const end = place(event);
    const { point, pinched } = start.current;
    if (pinched) return;
    const across = end.x - point.x;
    if (distance(end, point) < TAP) zoomTo(view.scale > 1 ? 1 : PRESSED, fromMiddle(end));
    else if (view.scale === 1 && Math.abs(across) > SWIPE) onStep(across > 0 ? 1 : -1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const pan = {
      ArrowLeft: { x: STRIDE, y: 0 },
      ArrowRight: { x: -STRIDE, y: 0 },
      ArrowUp: { x: 0, y: STRIDE },
      ArrowDown: { x: 0, y: -STRIDE },
    }[event.key];
    const factor = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 }[event.key];
    if (factor) zoomTo(view.scale * factor);
    else if (event.key === '0') setView(whole);
    else if (event.key === 'Enter' || event.key === ' ') zoomTo(view.scale > 1 ? 1 : PRESSED);
    else if (pan) move(pan);
    else return;
    event.preventDefault();
  }

  function move(pan: Point): void {
    if (view.scale > 1) setView((before) => moved(before, pan, frame()));
    else if (pan.x !== 0) onStep(pan.x > 0 ? 1 : -1);
  }

  return {
    view,
    zoomTo,
    reset: () => setView(whole),
    stage: {
      ref: (element: HTMLDivElement | null) => {
        stage.current = element;
        opensHere(element);
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (fingers.current.size === 0) start.current = { point: place(event), pinched: false };
        else start.current.pinched = true;
        fingers.current.set(event.pointerId, place(event));
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onWheel: (event: WheelEvent) =>
        zoomTo(view.scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), fromMiddle({ x: event.clientX, y: event.clientY })),
      onKeyDown,
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
