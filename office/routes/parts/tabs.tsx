import { NavLink } from 'react-router';

const pages = [
  { to: '/parts/fitment', label: 'התאמה לדגמים' },
  { to: '/parts/diagrams', label: 'שרטוטים' },
];

/** What shoppers find spare parts by. */
export const PartsTabs = () => (
  <nav aria-label="חלפים" className="mb-4 flex flex-wrap gap-1 border-b border-line">
    {pages.map(({ to, label }) => (
      <NavLink
        key={to}
        to={to}
        className="-mb-px min-h-11 content-center border-b-2 border-transparent px-3 text-ink-2 hover:text-ink aria-[current=page]:border-action aria-[current=page]:font-semibold aria-[current=page]:text-action-ink"
      >
        {label}
      </NavLink>
    ))}
  </nav>
);

export const diagramPath = (uuid: string): string => `/parts/diagrams/${uuid}`;

/** The desk's rows of a part or of a vehicle. */
export const fitmentPath = (of: { part?: string; vehicle?: string }): string =>
  `/parts/fitment?${new URLSearchParams(of)}`;

export const vehiclesText = (count: number): string => (count === 1 ? 'לדגם אחד' : `ל־${count} דגמים`);
