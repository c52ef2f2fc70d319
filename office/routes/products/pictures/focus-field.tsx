import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { mediaUrl } from '#ui/picture.tsx';
import { OriginalValue } from '../../../components/edited-fields.tsx';

type Point = { x: number; y: number };
type Props = { media: string; alt: string; point: Point | null; error: string | undefined };

const bounded = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/**
 * The point of a picture that stays in sight where lists cut it: pressed on the picture, moved by arrow keys, or typed.
 * Percents are of the picture's left and upper edge, in every language. Clearing the checkbox removes both fields,
 * which the call reads as no point. An error of either field stands at both, as one alone can't be stored.
 */
export function FocusField({ media, alt, point: initial, error }: Props) {
  const id = useId();
  const marker = useRef<HTMLButtonElement>(null);
  const [point, setPoint] = useState(initial);
  const set = (x: number, y: number) => setPoint({ x: bounded(x), y: bounded(y) });
  const press = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    // lint-allow physical-side: the picture itself has a left edge
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // lint-allow physical-side: the picture itself has a left edge
    set(((clientX - left) / width) * 100, ((clientY - top) / height) * 100);
    requestAnimationFrame(() => marker.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!point || (x === 0 && y === 0)) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    set(point.x + (x as number) * by, point.y + (y as number) * by);
  };
  const numbers = [
    ['focusX', 'מהקצה השמאלי, %', point?.x],
    ['focusY', 'מהקצה העליון, %', point?.y],
  ] as const;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium text-ink-2">נקודת מוקד</legend>
      <OriginalValue name="was.focusX" value={String(initial?.x ?? '')} />
      <OriginalValue name="was.focusY" value={String(initial?.y ?? '')} />
      <CheckboxField
        label="ברשימות התמונה ממלאת את המסגרת, ונחתכת סביב הנקודה"
        checked={point !== null}
        onChange={(event) => setPoint(event.target.checked ? { x: 50, y: 50 } : null)}
      />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem] sm:items-start">
        <div className="grid place-items-center rounded-sm bg-ground-3">
          {/* Pressed with the mouse only; keys have the marker. */}
          <div dir="ltr" className="relative w-fit touch-none" onPointerDown={point ? press : undefined}>
            <img
              src={mediaUrl(media, 640)}
              alt={alt}
              className={`max-h-64 ${point ? 'cursor-crosshair' : ''}`}
              draggable={false}
            />
            {point && (
              <button
                ref={marker}
                type="button"
                aria-label={`נקודת המוקד: ${point.x}% משמאל, ${point.y}% מלמעלה`}
                aria-describedby={`${id}-keys`}
                onKeyDown={onKeyDown}
                className="focus-marker"
                style={{ insetInlineStart: `${point.x}%`, insetBlockStart: `${point.y}%` }}
              />
            )}
          </div>
        </div>
        <div className="grid gap-1 text-sm text-ink-3">
          כך בכרטיס:
          <img
            src={mediaUrl(media, 320)}
            alt=""
            className="aspect-4/3 w-36 rounded-sm border border-line bg-ground object-contain"
            style={point ? { objectFit: 'cover', objectPosition: `${point.x}% ${point.y}%` } : undefined}
          />
        </div>
      </div>
      {point && (
        <>
          <p id={`${id}-keys`} className="text-sm text-ink-3">
            לחצו על התמונה, הזיזו את הנקודה בחצים (עם Shift בצעדים של 10), או הקלידו.
          </p>
          <div className="grid grid-cols-2 gap-3">
            {numbers.map(([name, label, value]) => (
              <TextField
                key={name}
                label={label}
                name={name}
                type="number"
                min={0}
                max={100}
                step={1}
                dir="ltr"
                value={value ?? ''}
                onChange={(event) =>
                  set(
                    name === 'focusX' ? Number(event.target.value) : point.x,
                    name === 'focusY' ? Number(event.target.value) : point.y,
                  )
                }
                {...(error && { error })}
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}
