import { OperatorError } from '#db/operator-error.ts';
import { roles, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { EMAIL } from '#domain/people/email.ts';
import { builtInRoles } from '#domain/people/permissions.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { invite, joinLink, lockPeople, personByEmail, reset } from '#server/staff/people.ts';
import { ensureRoles } from '#server/staff/roles.ts';
import type { Command } from '../../command.ts';

export const staffInviteCommand: Command = {
  usage: '<e-mail>',
  summary: 'a one-time link into the office; who is of the staff already loses every other way in and keeps the roles',
  arguments: 1,
  options: {
    name: { type: 'string', help: 'what the person is called (needed for a new one)' },
    role: { type: 'string', help: `${Object.keys(builtInRoles).join(', ')} (needed for a new one)` },
    store: { type: 'string', help: 'only in the store with this key; otherwise in all' },
  },
  async run({ env, db, now, say }, [email = ''], options) {
    if (!EMAIL.test(email)) throw new OperatorError(`"${email}" is no e-mail address.`);
    const origin =
      env.MODE === 'live' ? env.OFFICE_HOST && `https://${env.OFFICE_HOST}` : `http://office.localhost:${env.PORT}`;
    if (!origin) throw new OperatorError('There is no office: set OFFICE_HOST to its host name.');
    await ensureRoles(db);
    const { person, ticket, isNew } = await db.transaction(async (tx) => {
      await lockPeople(tx);
      const existingPerson = await personByEmail(tx, email);
      const invited = existingPerson
        ? { person: existingPerson, ticket: await reset({ now }, tx, existingPerson) }
        : await invite({ now }, tx, { email, ...(await newPerson(tx, options)) });
      await noteOperation(tx, { person: invited.person.uuid, isNew: !existingPerson });
      return { ...invited, isNew: !existingPerson };
    });
    const link = joinLink(origin, ticket);
    say(
      `${isNew ? 'Invited' : 'Every way in is void'}. Once, within ${isNew ? 'three days' : 'a day or, before the first sign-in, three'}:\n${link}`,
    );
    return { json: { person: person.uuid, link } };
  },
};

type Values = Record<string, string | boolean | undefined>;

async function newPerson(tx: Parameters<typeof personByEmail>[0], { name, role: key, store }: Values) {
  if (!name || !key) throw new OperatorError('A new person needs --name and --role.');
  const [role] = await tx
    .select()
    .from(roles)
    .where(eq(roles.key, String(key)));
  if (!role) throw new OperatorError(`There is no role ${key}: ${Object.keys(builtInRoles).join(', ')}`);
  const [place] = store
    ? await tx
        .select()
        .from(stores)
        .where(eq(stores.key, String(store)))
    : [];
  if (store && !place) throw new OperatorError(`There is no store ${store}`);
  return { name: String(name), roleUid: role.uuid, storeUids: [place?.uuid ?? null], invitedByUid: null };
}
