import { NavLink } from 'react-router';

const pages = [
  { to: '/content/home', label: 'דף הבית' },
  { to: '/content/menus', label: 'תפריטים' },
  { to: '/content/pages', label: 'דפים' },
  { to: '/content/posts', label: 'בלוג' },
  { to: '/content/redirects', label: 'הפניות' },
];

/** What the content of a shop is made of. */
export const ContentTabs = ({ store }: { store?: string }) => (
  <nav aria-label="תוכן" className="mb-4 flex flex-wrap gap-1 border-b border-line">
    {pages.map(({ to, label }) => (
      <NavLink
        key={to}
        to={store ? `${to}?store=${store}` : to}
        className="-mb-px min-h-10 content-center border-b-2 border-transparent px-3 text-ink-2 hover:text-ink aria-[current=page]:border-action aria-[current=page]:font-semibold aria-[current=page]:text-action-ink"
      >
        {label}
      </NavLink>
    ))}
  </nav>
);

type Preview = { title: string; description: string; url: string; path: string };

/** How a search engine shows the page: titles are cut at about 60 letters, descriptions at about 160. */
export function SearchPreview({ title, description, url, path }: Preview) {
  return (
    <div className="grid gap-1 rounded-md border border-line bg-ground p-4">
      <p className="text-xs text-ink-3">כך זה נראה בתוצאות חיפוש</p>
      <bdi dir="ltr" className="block truncate text-end text-sm text-ink-3">
        {url.replace(/^https?:\/\//, '')}
        {path}
      </bdi>
      <p className="truncate text-lg text-action-ink">
        <bdi>{title || 'ללא כותרת'}</bdi>
      </p>
      <p className="line-clamp-2 text-sm text-ink-2">
        <bdi>{description || 'בלי תיאור, מנוע החיפוש בוחר קטע מהדף.'}</bdi>
      </p>
      {title.length > 60 && <p className="text-sm text-warning">הכותרת ארוכה: כ־60 תווים ממנה מוצגים</p>}
      {description.length > 160 && <p className="text-sm text-warning">התיאור ארוך: כ־160 תווים ממנו מוצגים</p>}
    </div>
  );
}
