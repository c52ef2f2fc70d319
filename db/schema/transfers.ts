import { sql } from '#db/sql.ts';
import { bytea, createdAt, id, index, integer, jsonb, moment, pgTable, primaryKey, text, uuid } from './columns.ts';
import { staff } from './staff.ts';

/** Imports and exports of the catalogue that the office made; a job carries them out. */
export const transfers = pgTable(
  'transfers',
  {
    uuid: id(),
    /**
     * `import`, `export`, `bulk` (products changed in the bulk editor, which has no file), `film` (a product's, until
     * it is stored).
     */
    direction: text('direction').notNull(),
    staffUid: uuid('staff_uid').references(() => staff.uuid, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    /** Of the whole file; `null` until an export has made it. */
    bytes: integer('bytes'),
    /** Whose mapping is remembered; empty without one. */
    supplier: text('supplier').notNull().default(''),
    /** What the sheet is read as (`SheetMapping`); `null` for a whole folder and until it is known. */
    mapping: jsonb('mapping'),
    options: jsonb('options').notNull().default({}),
    /** `uploading`, `check` (is due), `checked`, `apply` (is due), `done`, `failed`. */
    state: text('state').notNull(),
    step: text('step').notNull().default(''),
    /** Percent of the step. */
    progress: integer('progress').notNull().default(0),
    /** What came of the check, of the import or of the export. */
    report: jsonb('report'),
    /**
     * The import's operation in the change log, known before it begins: whether it exists tells what a killed process
     * did.
     */
    operationUid: uuid('deed_uid'),
    /** Renewed while a process works on it; an old one is of a dead process. */
    claimedAt: moment('claimed_at'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index().on(t.createdAt),
    index().on(t.staffUid),
    index('transfers_due_idx').on(t.createdAt).where(sql`${t.state} in ('check', 'apply')`),
  ],
);

/** The file of a transfer, in pieces of a few megabytes, so that any process reads it and none holds it whole. */
export const transferParts = pgTable(
  'transfer_parts',
  {
    transferUid: uuid('transfer_uid')
      .notNull()
      .references(() => transfers.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    content: bytea('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferUid, t.position] })],
);
