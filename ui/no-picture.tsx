import { classNames } from './hooks/class-names.ts';

/** Placeholder of a missing picture. With `label` it is announced too. */
export function NoPicture({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      data-no-picture
      className={classNames('grid place-items-center text-ink-3', className)}
    >
      <svg
        aria-hidden
        viewBox="0 0 64 48"
        className="w-1/3 max-w-32 min-w-8 opacity-70"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <rect x="2" y="2" width="60" height="44" rx="6" />
        <circle cx="46" cy="14" r="5" />
        <path d="m3 38 17-17 13 13 8-8 20 18" />
      </svg>
    </span>
  );
}
