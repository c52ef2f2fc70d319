import type { ReactNode } from 'react';

/**
 * Line drawings on a 240 × 160 sheet. `ink` draws, `soft` fills behind, `mark` is the one stroke in the store's
 * colour.
 */
const ink = {
  fill: 'none',
  stroke: 'var(--ink-2)',
  strokeWidth: 3,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const thin = { ...ink, strokeWidth: 2, stroke: 'var(--line-strong)' } as const;
const mark = { ...ink, stroke: 'var(--action-ink)' } as const;
const soft = { fill: 'var(--action-wash)' } as const;
const solid = { fill: 'var(--ground)', stroke: 'var(--ink-2)', strokeWidth: 3, strokeLinejoin: 'round' } as const;

const Ground = ({ y = 136 }: { y?: number }) => (
  <>
    <path d={`M20 ${y}h200`} {...ink} />
    <path d={`M34 ${y + 12}h40m18 0h54m18 0h40`} {...thin} />
  </>
);

const Hill = ({ y = 136 }: { y?: number }) => <path d={`M14 ${y}c18-60 62-96 108-96s86 36 104 96z`} {...soft} />;

export const drawings = {
  /** A shopping bag that waits at the roadside. */
  bag: (
    <>
      <Hill />
      <path d="M82 66h76l8 70H74z" {...solid} />
      <path d="M102 78V58a18 18 0 0 1 36 0v20" {...mark} />
      <path d="M96 112h48m-40 10h32" {...thin} />
      <Ground />
    </>
  ),
  /** A magnifying glass over a road that ends. */
  search: (
    <>
      <Hill />
      <path d="M96 136l14-64m34 64l-14-64m-10 58v-12m0-14V96m0-12v-8" {...thin} />
      <circle cx="118" cy="78" r="34" {...solid} />
      <path d="M143 103l28 28" {...mark} strokeWidth={7} />
      <path d="M108 68a11 11 0 1 1 14 13c-3 1-4 4-4 7m0 9v.1" {...ink} />
      <Ground />
    </>
  ),
  /** A heart on a plinth where a vehicle could stand. */
  heart: (
    <>
      <Hill />
      <path d="M70 136v-18h100v18z" {...solid} />
      <path d="M84 118v-10h72v10" {...ink} />
      <path
        d="M120 98c-22-16-34-28-34-43a18 18 0 0 1 34-8 18 18 0 0 1 34 8c0 15-12 27-34 43z"
        {...mark}
        fill="var(--ground)"
      />
      <Ground />
    </>
  ),
  /** Scales with nothing on them yet. */
  scales: (
    <>
      <Hill />
      <path d="M116 44h8v92h-8z" {...solid} />
      <path d="M66 56h108" {...mark} />
      <circle cx="120" cy="46" r="7" {...solid} />
      <path d="M72 57l-18 40m18-40l18 40m78-40l-18 40m18-40l18 40" {...thin} />
      <path d="M48 97h48c0 13-11 22-24 22s-24-9-24-22zM144 97h48c0 13-11 22-24 22s-24-9-24-22z" {...solid} />
      <Ground />
    </>
  ),
  /** A parcel that has not left yet. */
  parcel: (
    <>
      <Hill y={140} />
      <path d="M72 76l48-18 48 18v46l-48 18-48-18z" {...solid} />
      <path d="M72 76l48 18 48-18m-48 18v46" {...ink} />
      <path d="M96 67l48 18v16" {...mark} />
      <path d="M84 112l14 5" {...thin} />
      <Ground y={140} />
    </>
  ),
  /** A signpost whose arms point both ways. */
  signpost: (
    <>
      <Hill />
      <path d="M116 34h8v102h-8z" {...solid} />
      <path d="M84 44h72l14 13-14 13H84z" {...solid} />
      <path d="M156 80H84L70 93l14 13h72z" {...mark} fill="var(--ground)" />
      <path d="M96 93h48" {...thin} />
      <text x="114" y="64" fontSize="19" fontWeight="800" textAnchor="middle" fill="var(--ink-2)">
        404
      </text>
      <path d="M46 136c2-12 8-18 8-18s6 6 8 18m120 0c2-16 9-24 9-24s7 8 9 24" {...thin} />
      <Ground />
    </>
  ),
  /** A toolbox, opened: for whatever drives, rides or floats. */
  tools: (
    <>
      <Hill />
      <path d="M80 94V62a15 15 0 0 1-4-24v13l9 6 9-6V38a15 15 0 0 1-4 24v32" {...mark} fill="var(--ground)" />
      <path d="M150 40h14v26h-14z" {...solid} />
      <path d="M157 66v28M104 92V80a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8v12" {...ink} />
      <path d="M60 92h120v44H60z" {...solid} />
      <path d="M60 108h120" {...ink} />
      <path d="M112 101h16v14h-16z" {...solid} />
      <Ground />
    </>
  ),
  /** A plug pulled out of its socket. */
  offline: (
    <>
      <Hill />
      <path d="M20 118c30 0 24-36 52-36h8" {...ink} />
      <path d="M80 66h20a16 16 0 0 1 0 32H80z" {...solid} />
      <path d="M116 74h12m-12 16h12" {...ink} />
      <path
        d="M160 66h-10a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h10zm0 0h6v32h-6m6-16h8c26 0 20 36 46 36"
        {...mark}
        fill="var(--ground)"
      />
      <path d="M134 54l-4-10m10 8l4-10m-10 68l-4 10m10-8l4 10" {...thin} />
      <Ground />
    </>
  ),
  /** A workshop with its shutter down. */
  closed: (
    <>
      <Hill />
      <path d="M66 62h108v74H66z" {...solid} />
      <path
        d="M60 62l8-24h104l8 24c0 8-20 8-20 0 0 8-20 8-20 0 0 8-40 8-40 0 0 8-20 8-20 0 0 8-20 8-20 0z"
        {...mark}
        fill="var(--ground)"
      />
      <path d="M80 84h80m-80 14h80m-80 14h80" {...thin} />
      <path d="M80 136V76h80v60m-46-10h12" {...ink} />
      <Ground />
    </>
  ),
  /** A folded map and a pin that points nowhere. */
  map: (
    <>
      <Hill y={142} />
      <path d="M64 78l36-12 40 12 36-12v60l-36 12-40-12-36 12z" {...solid} />
      <path d="M100 66v60m40-48v60" {...thin} />
      <path d="M74 112c14-14 24 6 38-6" {...thin} strokeDasharray="4 6" />
      <path d="M128 96c-14-18-20-26-20-36a20 20 0 0 1 40 0c0 10-6 18-20 36z" {...mark} fill="var(--ground)" />
      <circle cx="128" cy="60" r="6" {...ink} />
      <Ground y={142} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export default function Drawings({ name }: { name: keyof typeof drawings }): ReactNode {
  return (
    <svg viewBox="0 0 240 160" aria-hidden className="size-full" focusable="false">
      {drawings[name]}
    </svg>
  );
}
