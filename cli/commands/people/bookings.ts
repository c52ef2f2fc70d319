import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { Command } from '../../command.ts';
import { listPeople, type People, peopleOptions } from './list-people.ts';

type Row = {
  uuid: string;
  starts_at: Date;
  ends_at: Date;
  store: string;
  branch: string;
  service: string;
  model: string | null;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  created_at: Date;
  reminded_at: Date | null;
  cancelled_at: Date | null;
};

const people: People<Row> = {
  query: `
    select k.uuid, k.starts_at, k.ends_at, s.key as store, b.key as branch, k.service, p.name as model, k.name, k.phone, k.email,
      k.message, k.created_at, k.reminded_at, k.cancelled_at
    from bookings k join stores s on s.uuid = k.store_uid join branches b on b.uuid = k.branch_uid
      left join products p on p.uuid = k.product_uid
    where ($1::text is null or s.key = $1)
      and (k.starts_at at time zone 'Asia/Jerusalem')::date
        between coalesce($2::date, (now() at time zone 'Asia/Jerusalem')::date) and coalesce($3::date, 'infinity')
    order by k.starts_at, b.key, k.service, k.seat`,
  empty: 'Nothing is booked.',
  columns: {
    when: (row) => israelMoment(row.starts_at),
    until: (row) => israelMoment(row.ends_at),
    store: (row) => row.store,
    branch: (row) => row.branch,
    service: (row) => row.service,
    state: (row) => (row.cancelled_at ? 'cancelled' : 'booked'),
    name: (row) => row.name,
    phone: (row) => formatPhone(row.phone),
    email: (row) => row.email ?? '',
    model: (row) => row.model ?? '',
    message: (row) => row.message,
    booked: (row) => israelMoment(row.created_at),
    reminded: (row) => israelMoment(row.reminded_at),
    uuid: (row) => row.uuid,
  },
  shown: ['when', 'store', 'branch', 'service', 'state', 'name', 'phone', 'model'],
};

export const bookingsListCommand: Command = {
  usage: '',
  summary: 'test rides and service visits from today on, or between days',
  arguments: 0,
  options: peopleOptions,
  run: (operation, _args, options) => listPeople(operation, people, options),
};
