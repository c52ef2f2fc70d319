import type { Db } from '#db/client.ts';
import { alias } from '#db/schema/columns.ts';
import { notes, staff, tasks } from '#db/schema/index.ts';
import { asc, desc, eq, inArray } from '#db/sql.ts';

const assignee = alias(staff, 'assignee');

/** Tasks about one thing: open ones first, then by when they are due. */
export const tasksOf = (db: Db, entityUid: string) =>
  db
    .select({
      uuid: tasks.uuid,
      title: tasks.title,
      dueAt: tasks.dueAt,
      doneAt: tasks.doneAt,
      createdAt: tasks.createdAt,
      by: staff.name,
      assignee: assignee.name,
    })
    .from(tasks)
    .innerJoin(staff, eq(staff.uuid, tasks.createdByUid))
    .leftJoin(assignee, eq(assignee.uuid, tasks.assigneeUid))
    .where(eq(tasks.entityUid, entityUid))
    .orderBy(desc(tasks.doneAt), asc(tasks.dueAt), asc(tasks.createdAt))
    .limit(200);

/** Notes beside one thing, the newest first, with the names of whom they mention. */
export async function notesOf(db: Db, entityUid: string) {
  const rows = await db
    .select({ note: notes, by: staff.name })
    .from(notes)
    .innerJoin(staff, eq(staff.uuid, notes.staffUid))
    .where(eq(notes.entityUid, entityUid))
    .orderBy(desc(notes.createdAt))
    .limit(200);
  const named = [...new Set(rows.flatMap(({ note }) => note.mentions))];
  const people =
    named.length > 0
      ? await db.select({ uuid: staff.uuid, name: staff.name }).from(staff).where(inArray(staff.uuid, named))
      : [];
  return rows.map(({ note, by }) => ({
    uuid: note.uuid,
    text: note.text,
    createdAt: note.createdAt,
    by,
    mentions: note.mentions.flatMap((uuid) => people.find((person) => person.uuid === uuid)?.name ?? []),
  }));
}
