import { CircleDot, type LucideIcon, MessageSquare, Pencil, StickyNote, Truck, UserCheck, Wallet } from 'lucide-react';
import { Moment } from './shown-values.tsx';

type Entry = { key: string; at: string; kind: string; title: string; by: string; text: string };

const icons: Record<string, LucideIcon> = {
  money: Wallet,
  change: Pencil,
  note: StickyNote,
  message: MessageSquare,
  shipment: Truck,
  approval: UserCheck,
};

/** What happened with a thing, the newest first. */
export function Timeline({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return <p className="text-ink-3">עוד לא קרה כאן דבר.</p>;
  return (
    <ol className="grid">
      {entries.map(({ key, at, kind, title, by, text }) => {
        const Icon = icons[kind] ?? CircleDot;
        return (
          <li
            key={key}
            className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 pb-4 before:absolute before:inset-y-0 before:start-[0.6rem] before:w-px before:bg-line last:pb-0 last:before:hidden"
          >
            <Icon aria-hidden className="relative z-1 mt-0.5 size-5 rounded-full bg-ground p-0.5 text-ink-3" />
            <div className="grid min-w-0">
              <p className="flex flex-wrap gap-x-3">
                <bdi className={kind === 'note' ? 'font-semibold' : ''}>{title}</bdi>
                <span className="ms-auto text-sm text-ink-3">
                  {by && <bdi>{by} · </bdi>}
                  <Moment at={at} />
                </span>
              </p>
              {text && (
                <p dir="auto" className="text-sm break-words whitespace-pre-line text-ink-2">
                  {text}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
