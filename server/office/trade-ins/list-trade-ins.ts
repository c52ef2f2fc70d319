import { z } from 'zod';
import { type SQL, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatPhone } from '#domain/people/phone.ts';
import {
  conditionOf,
  formatTradeInNumber,
  type TradeInCondition,
  type TradeInState,
  tradeInFacts,
  tradeInStateNames,
} from '#domain/people/trade-in-questions.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  oneOf,
  readListPage,
  several,
} from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';

const states = Object.keys(tradeInStateNames) as [TradeInState, ...TradeInState[]];
const filters = z.object({
  ...listFields,
  state: several(z.enum(states)),
  owner: z.enum(['me', 'nobody']).optional(),
});

export type TradeInListRow = {
  uuid: string;
  moment: string;
  store: string;
  state: TradeInState;
  name: string;
  phone: string;
  plate: string | null;
  make: string;
  model: string;
  year: number;
  condition: TradeInCondition;
  low: number | null;
  high: number | null;
  expires_at: Date | null;
  photos: number;
  owner: string | null;
  created_at: Date;
};

const from = sql`trade_ins t ${USED_IN}`;
const rowsOf = ({ now }: Allowed) => sql`
  select t.uuid, ${cursorMoment(sql`t.created_at`)} as moment, s.name as store, ${shownState(now())} as state, t.name, t.phone, t.plate,
    t.make, t.model, t.year, t.condition, t.low_agorot::float8 as low, t.high_agorot::float8 as high, t.expires_at,
    (select count(*)::int from trade_in_photos f where f.trade_in_uid = t.uuid) as photos, w.name as owner, t.created_at
  from ${from} join stores s on s.uuid = t.store_uid left join staff w on w.uuid = t.owner_uid`;

const conditionsOf = ({ q, store, state, owner }: z.output<typeof filters>, { stores, staff, now }: Allowed): SQL =>
  all([
    inStores(sql`t.store_uid`, chosenStores(stores, store)),
    q
      ? sql`(${matchesPerson(sql`lower(t.name || ' ' || t.phone || ' ' || coalesce(t.email, '') || ' ' || t.make || ' ' || t.model)`, q)}
          or t.plate in (${q.replace(/\D/g, '')}, ${q.replace(/[\s-]/g, '').toUpperCase()}))`
      : undefined,
    oneOf(shownState(now()), state),
    owner === 'me' ? sql`t.owner_uid = ${staff.uuid}` : undefined,
    owner === 'nobody' ? sql`t.owner_uid is null` : undefined,
  ]);

/** Offers of the stores that the person may see, the newest first. */
export const listTradeIns = officeCall(
  { name: 'trade-ins.list', permission: 'trade-ins.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<TradeInListRow>> =>
    readListPage<TradeInListRow>(ctx.db, {
      select: rowsOf(ctx),
      from,
      where: conditionsOf(input, ctx),
      after: input.after,
      sortedBy: sql`t.created_at`,
      uuid: sql`t.uuid`,
    }),
);

const sum = (agorot: number | null): string | number => (agorot === null ? '' : toShekels(agorot));
const answersOf = (row: TradeInListRow): string =>
  tradeInFacts(conditionOf(row.condition), null)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');

const columns: FileColumn<TradeInListRow>[] = [
  ['התקבלה', (row) => momentText(row.created_at)],
  ['חנות', (row) => row.store],
  ['מצב', (row) => tradeInStateNames[row.state]],
  ['שם', (row) => row.name],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['יצרן', (row) => row.make],
  ['דגם', (row) => row.model],
  ['שנה', (row) => row.year],
  ['מספר', (row) => row.plate && formatTradeInNumber(row.condition.kind, row.plate)],
  ['פרטי הרכב', answersOf],
  ['תמונות', (row) => row.photos],
  ['הצעה מסכום', (row) => sum(row.low), 'sum'],
  ['הצעה עד סכום', (row) => sum(row.high), 'sum'],
  ['בתוקף עד', (row) => momentText(row.expires_at)],
  ['אחראי', (row) => row.owner],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the change log. */
export const exportTradeIns = officeCall(
  {
    name: 'trade-ins.export',
    permission: 'trade-ins.read',
    also: 'leads.export',
    input: filters.extend({ format }),
    kind: 'write',
  },
  async (ctx, { format: kind, ...input }): Promise<ListFile> => {
    const query = sql`${rowsOf(ctx)} where ${conditionsOf(input, ctx)} order by t.created_at desc, t.uuid desc`;
    const { file, rows } = await listFile<TradeInListRow>(ctx.db, { name: 'trade-ins', format: kind, columns, query });
    // What was searched for may be a person's name or phone.
    const { q, after: _, ...others } = input;
    await noteOperation(ctx.db, { rows, searched: q !== undefined, ...others });
    return file;
  },
);
