import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { ChainLink } from '#server/office/parts/supersede.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { PartSearch } from './part-search.tsx';
import { fitmentPath } from './tabs.tsx';

type Props = { part: { slug: string; name: string }; chain: ChainLink[]; mayEdit: boolean };

/** Old and new numbers of a part: who looks for an old one is led to the last. */
export function ChainPanel({ part, chain, mayEdit }: Props) {
  const earlier = chain.filter(({ step }) => step < 0);
  const later = chain.filter(({ step }) => step > 0);
  const next = later[0];
  return (
    <Panel title="מק״ט מחליף">
      {chain.length === 0 ? (
        <p className="text-ink-2">החלק אינו מחליף חלק אחר, ואין לו מחליף.</p>
      ) : (
        <ol aria-label="שרשרת ההחלפות, מהישן לחדש" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {[...earlier, { ...part, sku: null, step: 0 }, ...later].map((link, at) => (
            <Fragment key={link.slug}>
              {at > 0 && (
                <li aria-hidden className="text-ink-3">
                  ←
                </li>
              )}
              <li className="grid min-h-11 content-center">
                {link.step === 0 ? (
                  <bdi aria-current="true" className="font-semibold">
                    {link.name}
                  </bdi>
                ) : (
                  <Link to={fitmentPath({ part: link.slug })} className="grid text-action-ink hover:underline">
                    <bdi>{link.name}</bdi>
                    <bdi dir="ltr" className="text-end text-xs text-ink-3">
                      {link.sku ?? link.slug}
                    </bdi>
                  </Link>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      )}
      {next && (
        <p className="text-sm text-ink-2">
          מי שמחפשים את המק״ט הישן מגיעים בחנות אל <bdi>{later.at(-1)?.name}</bdi>.
        </p>
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          <ActionDialog
            key={next?.slug}
            label={next ? 'החלפה במק״ט אחר' : 'החלק הוחלף באחר'}
            title={`מה מחליף את ${part.name}`}
            call="supersede"
            submit="שמירה"
            variant="secondary"
            draftable
          >
            {(reply) => (
              <Choice
                part={part.slug}
                was={next?.slug ?? ''}
                error={reply?.errors?.find(({ path }) => path === 'by')?.message}
              />
            )}
          </ActionDialog>
          {next && (
            <ActionDialog
              label="ביטול ההחלפה"
              title="ביטול ההחלפה"
              call="supersede"
              submit="לבטל את ההחלפה"
              variant="quiet"
              danger
              draftable
            >
              <input type="hidden" name="part" value={part.slug} />
              <input type="hidden" name="was_by" value={next.slug} />
              <p>
                מי שמחפשים את <bdi>{part.name}</bdi> לא יופנו עוד אל <bdi>{next.name}</bdi>.
              </p>
            </ActionDialog>
          )}
        </div>
      )}
    </Panel>
  );
}

function Choice({ part, was, error }: { part: string; was: string; error: string | undefined }) {
  const [by, setBy] = useState('');
  return (
    <>
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name="was_by" value={was} />
      <input type="hidden" name="by" value={by} />
      <PartSearch label="החלק החדש: שם או מק״ט" kind="fitting" keeps onChoose={(found) => setBy(found?.slug ?? '')} />
      {error && <p className="text-sm text-danger">{error}</p>}
    </>
  );
}
