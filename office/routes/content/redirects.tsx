import type { ReactNode } from 'react';
import { useState } from 'react';
import { Form } from 'react-router';
import { formatNumber, isolate } from '#domain/text/format.ts';
import { decodedPath } from '#domain/text/legacy-url.ts';
import {
  addRedirect,
  answerSearch,
  forgetMiss,
  readRedirects,
  removeRedirect,
} from '#server/office/content/redirects.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { chosenStore } from '../../chosen-store.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { SearchField } from '../../components/structure/search-field.tsx';
import { StoreOfForm } from '../../components/structure/store-of-form.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/redirects.ts';
import { ContentTabs } from './content-tabs.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'content.read');
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return { ...(await readRedirects(ctx, { store, q })), choices, q };
});
export const action = act({ add: addRedirect, answer: answerSearch, remove: removeRedirect, forget: forgetMiss });

type Data = Route.ComponentProps['loaderData'];

export default function Redirects({ loaderData: data }: Route.ComponentProps) {
  const { store, choices } = data;
  return (
    <StoreOfForm value={store.uuid}>
      <PageHead
        title="הפניות"
        actions={data.may.edit && <NewRedirect store={store.uuid} label="הפניה חדשה" from="" to="" isMain />}
      />
      <ContentTabs store={store.uuid} />
      <StoreChoice store={store.uuid} choices={choices} />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-2">
        <div className="grid gap-4">
          <Searches data={data} />
          <Misses data={data} />
        </div>
        <Present data={data} />
      </div>
    </StoreOfForm>
  );
}

function Misses({ data: { misses, store, may } }: { data: Data }) {
  return (
    <Panel
      title="כתובות שביקשו ולא נמצאו"
      actions={misses.length > 0 && <MissesFile store={store.uuid} of="addresses" />}
    >
      {misses.length === 0 && <p className="text-ink-3">כל כתובת שביקשו נענתה.</p>}
      <ul className="grid">
        {misses.map(({ path, count, lastSeen, suggestion }) => (
          <li
            key={path}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <div className="grid min-w-0 grow">
              <bdi dir="ltr" className="truncate text-end font-medium">
                {path}
              </bdi>
              <span className="text-sm text-ink-3">
                {count === 1 ? 'פעם אחת' : `${formatNumber(count)} פעמים`} · לאחרונה <Moment at={lastSeen} />
              </span>
              {suggestion && (
                <span className="text-sm text-ink-3">
                  אולי: <bdi dir="ltr">{suggestion}</bdi>
                </span>
              )}
            </div>
            {may.edit && (
              <MissActions store={store.uuid} path={path}>
                <NewRedirect store={store.uuid} label="הפניה" from={path} to={suggestion ?? ''} />
              </MissActions>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What shoppers looked for and the store has no answer to. */
function Searches({ data: { searches, store, may } }: { data: Data }) {
  return (
    <Panel
      title="חיפושים שלא מצאו דבר"
      actions={searches.length > 0 && <MissesFile store={store.uuid} of="searches" />}
    >
      {searches.length === 0 && <p className="text-ink-3">כל מה שחיפשו בשלושת החודשים האחרונים נמצא.</p>}
      <ul className="grid">
        {searches.map(({ path, words, count, lastSeen }) => (
          <li
            key={path}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <div className="grid min-w-0 grow basis-48">
              <bdi className="font-medium break-words">{words}</bdi>
              <span className="text-sm text-ink-3">
                {count === 1 ? 'פעם אחת' : `${formatNumber(count)} פעמים`} · לאחרונה <Moment at={lastSeen} />
              </span>
            </div>
            {may.edit && (
              <MissActions store={store.uuid} path={path}>
                <AnswerSearch store={store.uuid} search={words} />
              </MissActions>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const MissesFile = ({ store, of }: { store: string; of: 'addresses' | 'searches' }) => (
  <ExportMenu
    path="/content/misses/export"
    label={of === 'searches' ? 'ייצוא החיפושים' : 'ייצוא הכתובות'}
    chosen={{ store, of }}
  />
);

/** What may be done about an address or a search without an answer: `children`, or ignoring it. */
const MissActions = ({ store, path, children }: { store: string; path: string; children: ReactNode }) => (
  <div className="flex gap-2">
    {children}
    <ActionForm call="forget" submit="להתעלם" variant="quiet">
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="path" value={path} />
    </ActionForm>
  </div>
);

function AnswerSearch({ store, search }: { store: string; search: string }) {
  return (
    <ActionDialog label="הפניה" title={`מי שמחפשים ״${isolate(search)}״`} call="answer" submit="שמירה" draftable>
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="search" value={search} />
      <p>לאן יגיעו, כל עוד אין בחנות תוצאה אחרת? בחרו דף, או כתבו במה לחפש במקום.</p>
      <TargetField label="דף בחנות" />
      <TextField label="או חיפוש של מילים אחרות" name="words" maxLength={100} />
    </ActionDialog>
  );
}

function Present({ data: { redirects, total, store, q, may } }: { data: Data }) {
  return (
    <Panel
      title={`הפניות (${formatNumber(total)})`}
      actions={
        total > 0 && (
          <ExportMenu path="/content/redirects/export" label="ייצוא ההפניות" chosen={{ store: store.uuid }} />
        )
      }
    >
      <Form method="get" role="search" className="flex items-end gap-2">
        <input type="hidden" name="store" value={store.uuid} />
        <TextField label="חיפוש" type="search" name="q" defaultValue={q} className="grow" maxLength={120} />
        <Button type="submit" size="sm" variant="secondary" className="min-h-12">
          חיפוש
        </Button>
      </Form>
      {redirects.length === 0 && <p className="text-ink-3">אין הפניות כאלה.</p>}
      <ul className="grid">
        {redirects.map(({ source, target }) => (
          <li key={source} className="flex items-center gap-3 border-b border-line py-1 last:border-0">
            <div className="grid min-w-0 grow" dir="ltr">
              <bdi className="truncate">{source}</bdi>
              <bdi className="truncate text-sm text-ink-3">→ {decodedPath(target)}</bdi>
            </div>
            {may.edit && (
              <ActionDialog
                label="הסרה"
                title={`הסרת ההפניה`}
                call="remove"
                submit="להסיר"
                variant="quiet"
                danger
                draftable
              >
                <input type="hidden" name="store" value={store.uuid} />
                <input type="hidden" name="source" value={source} />
                <p>
                  מי שיבקשו את <bdi dir="ltr">{source}</bdi> יראו שאין דף כזה.
                </p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
      {redirects.length < total && !q && <p className="text-sm text-ink-3">מוצגות הראשונות. חפשו כדי למצוא אחרות.</p>}
    </Panel>
  );
}

type NewProps = { store: string; label: string; from: string; to: string; isMain?: boolean };

function NewRedirect({ store, label, from, to, isMain }: NewProps) {
  return (
    <ActionDialog
      label={label}
      title="הפניה חדשה"
      call="add"
      submit="הוספה"
      variant={isMain ? 'primary' : 'secondary'}
      draftable
    >
      <input type="hidden" name="store" value={store} />
      <TextField
        label="מהכתובת"
        name="from"
        required
        dir="ltr"
        defaultValue={from}
        hint="כפי שהייתה, למשל ‎/catalog.asp?catid=7"
      />
      <TargetField label="לדף" required first={to} />
    </ActionDialog>
  );
}

/** Inside of a dialog, so that each opening begins with `first`. */
function TargetField({ label, required, first = '' }: { label: string; required?: true; first?: string }) {
  const [target, setTarget] = useState(first);
  return (
    <>
      <input type="hidden" name="to" value={target} />
      <SearchField
        label={label}
        {...(required && { required })}
        wanted="link"
        value={target}
        onChange={setTarget}
        hint="הקלידו חלק מהשם ובחרו, או כתבו כתובת באתר"
      />
    </>
  );
}
