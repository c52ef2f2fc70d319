import { sql } from '#db/sql.ts';
import { type BookingService, bookingNames } from '#domain/calendar/booking.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { all, inStores } from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { calendarQuery, daysOf } from './calendar.ts';

type VisitRow = {
  starts_at: Date;
  ends_at: Date;
  branch: string;
  service: BookingService;
  store: string;
  name: string;
  phone: string;
  email: string | null;
  product: string | null;
  message: string;
  moves: number;
  no_show_at: Date | null;
};

const names = bookingNames({});

const columns: FileColumn<VisitRow>[] = [
  ['מתי', (row) => momentText(row.starts_at)],
  ['עד', (row) => momentText(row.ends_at)],
  ['סניף', (row) => row.branch],
  ['שירות', (row) => names[row.service].name],
  ['חנות', (row) => row.store],
  ['שם', (row) => row.name],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['דוא״ל', (row) => row.email],
  ['דגם', (row) => row.product],
  ['הערה', (row) => row.message],
  ['הזזות', (row) => row.moves],
  ['לא הגיעו', (row) => (row.no_show_at ? 'כן' : '')],
];

/**
 * The visits of the calendar's days, as a table for spreadsheets; without a branch or a service, of all. That it left
 * the system is in the change log.
 */
export const exportBookings = officeCall(
  {
    name: 'bookings.export',
    permission: 'bookings.read',
    also: 'leads.export',
    input: calendarQuery.extend({ format }),
    kind: 'write',
  },
  async (ctx, { format: kind, branch, service, day, view }): Promise<ListFile> => {
    const { days, from, to } = daysOf(day ?? israelDay(ctx.now()), view);
    const where = all([
      sql`k.cancelled_at is null and k.starts_at < ${to}::timestamptz and k.ends_at > ${from}::timestamptz`,
      inStores(sql`k.store_uid`, ctx.stores),
      branch ? sql`k.branch_uid = ${branch}` : undefined,
      service ? sql`k.service = ${service}` : undefined,
    ]);
    const query = sql`
      select k.starts_at, k.ends_at, b.name as branch, k.service, s.name as store, k.name, k.phone, k.email, p.name as product, k.message,
        k.moves, k.no_show_at
      from bookings k join branches b on b.uuid = k.branch_uid join stores s on s.uuid = k.store_uid left join products p on p.uuid = k.product_uid
      where ${where} order by k.starts_at, b.name, k.seat, k.uuid`;
    const { file, rows } = await listFile<VisitRow>(ctx.db, { name: 'bookings', format: kind, columns, query });
    await noteOperation(ctx.db, { rows, branch, service, first: days[0], days: days.length });
    return file;
  },
);
