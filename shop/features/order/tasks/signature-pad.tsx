import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_POINTS, SIGNATURE_BOX, type Stroke } from '#domain/orders/handover-tasks.ts';
import { Button } from '#ui/button.tsx';

const { width, height } = SIGNATURE_BOX;
/** Canvas pixels of a unit, so that lines are sharp on phones. */
const SHARP = 2;

/**
 * A place to sign by finger, pen or mouse; the typed name says the same, so drawing is optional. Its lines are the
 * field `drawing`.
 */
export function SignaturePad() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Stroke[]>([]);
  const drawing = useRef(false);
  const [value, setValue] = useState('');
  const id = useId();

  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !canvas.current) return;
    pen.scale(SHARP, SHARP);
    pen.lineWidth = 3;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = getComputedStyle(canvas.current).color;
  }, []);

  /** Whole units: more is not seen, and would make the form heavy. */
  function pointOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] {
    const box = currentTarget.getBoundingClientRect();
    const within = (at: number, most: number) => Math.round(Math.min(Math.max(at, 0), 1) * most);
    return [within((clientX - box.left) / box.width, width), within((clientY - box.top) / box.height, height)];
  }

  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    if (strokes.current.flat().length >= MAX_POINTS) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    strokes.current.push([pointOf(event)]);
    draw();
  }
  function go(event: PointerEvent<HTMLCanvasElement>): void {
    const stroke = strokes.current.at(-1);
    const drawn = strokes.current.reduce((sum, one) => sum + one.length, 0);
    if (!drawing.current || !stroke || drawn >= MAX_POINTS) return;
    const point = pointOf(event);
    const last = stroke.at(-1);
    if (last && Math.abs(last[0] - point[0]) + Math.abs(last[1] - point[1]) < 2) return;
    stroke.push(point);
    draw();
  }
  function end(): void {
    if (!drawing.current) return;
    drawing.current = false;
    setValue(JSON.stringify(strokes.current));
  }
  function draw(): void {
    const pen = canvas.current?.getContext('2d');
    const stroke = strokes.current.at(-1);
    if (!pen || !stroke) return;
    const [from, to] = [stroke.at(-2) ?? stroke[0], stroke.at(-1)];
    if (!from || !to) return;
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(to[0] + (stroke.length === 1 ? 0.1 : 0), to[1]);
    pen.stroke();
  }
  function clear(): void {
    strokes.current = [];
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height);
    setValue('');
    // The button goes.
    canvas.current?.focus();
  }

  return (
    <div className="grid gap-2 noscript:hidden">
      <p id={`${id}label`} className="font-medium">
        חתימה בכתב יד <span className="font-normal text-ink-3">(לא חובה)</span>
      </p>
      <canvas
        ref={canvas}
        width={width * SHARP}
        height={height * SHARP}
        role="img"
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}hint`}
        tabIndex={-1}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
        className="aspect-3/1 w-full touch-none rounded-md bg-ground text-ink shadow-[inset_0_0_0_1.5px_var(--line-strong)]"
      />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p id={`${id}hint`} className="text-sm text-ink-3">
          באצבע, בעט או בעכבר. השם המלא וההסכמה מספיקים גם בלעדיה.
        </p>
        {value && (
          <Button variant="quiet" size="sm" onClick={clear}>
            ניקוי החתימה
          </Button>
        )}
      </div>
      <input type="hidden" name="drawing" value={value} />
    </div>
  );
}
