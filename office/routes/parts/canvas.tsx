import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';
import { mediaUrl } from '#ui/picture.tsx';
import { type Callout, onPicture } from './diagram-state.ts';

/** Percent of the picture that an arrow key moves a number by, and with Shift. */
const STEP = 1;
const LEAP = 5;

type Props = {
  media: string;
  callouts: Callout[];
  chosen: number | null;
  disabled: boolean;
  onChoose: (id: number) => void;
  onAdd: (x: number, y: number) => void;
  /** `byKey`: moved by keys, so that screen readers announce the position. */
  onMove: (id: number, x: number, y: number, byKey: boolean) => void;
  onRemove: (id: number) => void;
};

/**
 * The picture with its numbers: a press on the picture puts a new one there, numbers are dragged or moved by the arrow
 * keys. Left to right like percentages in a drawing.
 */
export function Canvas({ media, callouts, chosen, disabled, onChoose, onAdd, onMove, onRemove }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return [50, 50];
    return [((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100];
  };
  const picture = <img src={mediaUrl(media, 1600)} alt="" draggable={false} className="block w-full select-none" />;
  return (
    <div ref={frame} dir="ltr" className="relative rounded-md border border-line bg-ground-2">
      {disabled ? (
        picture
      ) : (
        <button
          type="button"
          aria-label="סימון חדש על התמונה"
          aria-describedby="canvas-hint"
          className="block w-full cursor-crosshair"
          // Pressed by a key it has no place: the middle, from where the arrows move it.
          onClick={(event) => (event.detail === 0 ? onAdd(50, 50) : onAdd(...placeOf(event)))}
        >
          {picture}
        </button>
      )}
      <ul aria-label="סימונים על התמונה">
        {callouts.map((callout) => (
          <Marker
            key={callout.id}
            callout={callout}
            isChosen={callout.id === chosen}
            disabled={disabled}
            placeOf={placeOf}
            onChoose={() => onChoose(callout.id)}
            onMove={(x, y, byKey) => onMove(callout.id, onPicture(x), onPicture(y), byKey)}
            onRemove={() => onRemove(callout.id)}
          />
        ))}
      </ul>
    </div>
  );
}

type MarkerProps = {
  callout: Callout;
  isChosen: boolean;
  disabled: boolean;
  placeOf: (event: PointerEvent) => [number, number];
  onChoose: () => void;
  onMove: (x: number, y: number, byKey: boolean) => void;
  onRemove: () => void;
};

function Marker({ callout, isChosen, disabled, placeOf, onChoose, onMove, onRemove }: MarkerProps) {
  const { id, number, name, x, y, parts } = callout;
  /** From the pointer to the number's middle, while it is dragged. */
  const grip = useRef<[number, number] | null>(null);
  const byKey = (event: KeyboardEvent) => {
    if (disabled || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Delete') return onRemove();
    const by = event.shiftKey ? LEAP : STEP;
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    onMove(x + way[0], y + way[1], true);
  };
  return (
    <li className="absolute" style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}>
      <button
        type="button"
        data-callout={id}
        aria-label={`סימון ${number}${name ? `: ${name}` : ', בלי שם'}`}
        aria-pressed={isChosen}
        aria-describedby={disabled ? undefined : 'canvas-keys'}
        onClick={onChoose}
        onKeyDown={byKey}
        onPointerDown={(event) => {
          if (disabled || event.button !== 0) return;
          const [left, top] = placeOf(event);
          grip.current = [x - left, y - top];
          event.currentTarget.setPointerCapture(event.pointerId);
          onChoose();
        }}
        onPointerMove={(event) => {
          if (!grip.current) return;
          const [left, top] = placeOf(event);
          onMove(left + grip.current[0], top + grip.current[1], false);
        }}
        onPointerUp={() => {
          grip.current = null;
        }}
        onPointerCancel={() => {
          grip.current = null;
        }}
        className={classNames(
          'absolute grid size-11 -translate-1/2 place-items-center rounded-full',
          !disabled && 'cursor-grab touch-none active:cursor-grabbing',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'tabular grid size-8 place-items-center rounded-full text-sm font-bold',
            isChosen
              ? 'bg-action text-on-action'
              : parts.length > 0
                ? 'bg-ink text-ground'
                : 'bg-ground text-ink shadow-[inset_0_0_0_1.5px_var(--ink)]',
          )}
        >
          {number || '?'}
        </span>
      </button>
    </li>
  );
}
