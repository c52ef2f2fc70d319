/** Who writes to the change log, as staff read it. */
export const actorKindNames = {
  staff: 'צוות המשרד',
  command: 'פקודה במסוף',
  import: 'ייבוא',
  job: 'משימת רקע',
  api: 'ממשק תוכנה',
  database: 'ישירות במסד הנתונים',
};
export type ActorKind = keyof typeof actorKindNames;

/** What was done to a row. */
export const rowOperationNames = { insert: 'נוצר', update: 'עודכן', delete: 'נמחק' };
