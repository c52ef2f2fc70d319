import { Form, Link } from 'react-router';
import { type DiagramListed, listDiagrams } from '#server/office/parts/read-diagrams.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { TextField } from '#ui/form/field.tsx';
import { mediaUrl } from '#ui/picture.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { load } from '../../load.ts';
import type { Route } from './+types/diagrams.ts';
import { diagramPath, PartsTabs } from './tabs.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return { ...(await listDiagrams(ctx, { q: q.slice(0, 120) })), q };
});

export default function Diagrams({ loaderData: { diagrams, more, q, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="שרטוטי חלקים"
        actions={
          may.edit && (
            <ButtonLink to="/parts/diagrams/new" size="sm">
              שרטוט חדש
            </ButtonLink>
          )
        }
      />
      <PartsTabs />
      <Form method="get" role="search" className="mb-4 flex max-w-xl items-end gap-2">
        <div className="grow">
          <TextField label="שם, כתובת או דגם" type="search" name="q" defaultValue={q} maxLength={120} />
        </div>
        <Button type="submit" size="sm" variant="secondary" className="min-h-12">
          חיפוש
        </Button>
      </Form>
      {diagrams.length === 0 ? (
        <div className="panel">
          {q ? (
            <Empty title="אין שרטוטים כאלה">נסו חלק אחר מהשם או מהדגם.</Empty>
          ) : (
            <Empty title="אין עדיין שרטוטים">
              שרטוט מראה מכלול של דגם, וכל מספר בו מוביל לחלק שאפשר להזמין. קונים מוצאים בו גם חלק שאינם יודעים את שמו.
            </Empty>
          )}
        </div>
      ) : (
        <ul aria-label="שרטוטים" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-3">
          {diagrams.map((one) => (
            <Card key={one.uuid} diagram={one} />
          ))}
        </ul>
      )}
      {more && <p className="mt-3 text-sm text-ink-3">מוצגים הראשונים. חפשו כדי למצוא אחרים.</p>}
    </>
  );
}

const countText = (count: number): string => (count === 1 ? 'סימון אחד' : `${count} סימונים`);

const Card = ({ diagram: { uuid, name, slug, media, callouts, bare, vehicles } }: { diagram: DiagramListed }) => (
  <li className="panel min-w-0">
    <Link to={diagramPath(uuid)} className="group grid h-full grid-cols-1 content-start">
      <img
        src={mediaUrl(media, 480)}
        alt=""
        loading="lazy"
        width={480}
        height={300}
        className="aspect-8/5 w-full rounded-t-md bg-ground-2 object-contain p-3"
      />
      <span className="grid grid-cols-1 gap-1 p-4">
        <span className="text-lg font-semibold group-hover:underline">
          <bdi>{name}</bdi>
        </span>
        <bdi dir="ltr" className="truncate text-end text-xs text-ink-3">
          {slug}
        </bdi>
        <span className="line-clamp-2 text-sm text-ink-2">
          <bdi>{vehicles.join(', ')}</bdi>
        </span>
        <span className="mt-1 flex flex-wrap gap-2">
          <Badge>{countText(callouts)}</Badge>
          {bare > 0 && <Badge tone="wait">{bare === 1 ? 'אחד בלי חלק' : `${bare} בלי חלק`}</Badge>}
        </span>
      </span>
    </Link>
  </li>
);
