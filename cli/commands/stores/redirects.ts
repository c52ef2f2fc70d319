import { israelMoment } from '#domain/calendar/israel-moment.ts';
import type { Command } from '../../command.ts';
import { limitOption } from '../../options.ts';
import { table } from '../../table.ts';

type Row = { store: string; path: string; count: number; last_seen: Date };

export const redirectMissesCommand: Command = {
  usage: '',
  summary: 'addresses that visitors asked for and nothing answers, the most wanted first',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of this store' },
    limit: { type: 'string', help: 'how many; 50 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const limit = limitOption(options.limit, 50, 10_000);
    const { rows } = await pool.query<Row>(
      `select s.key as store, m.path, m.count, m.last_seen from redirect_misses m join stores s on s.uuid = m.store_uid
       where $1::text is null or s.key = $1 order by m.count desc, m.last_seen desc, m.path limit $2`,
      [options.store ?? null, limit],
    );
    if (rows.length === 0) say('Nobody has asked for an address that is not there.');
    else
      say(
        table(
          ['store', 'path', 'times', 'last'],
          rows.map((row) => [row.store, row.path, String(row.count), israelMoment(row.last_seen)]),
        ),
      );
    return { json: rows };
  },
};
