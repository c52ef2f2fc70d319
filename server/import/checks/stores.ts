import { hostName } from '../../stores/stores.ts';
import type { Check } from './checks.ts';
import { checkStoreFile } from './store-file.ts';

type About = Parameters<Check>[0];

const reserved = ['www', 'pay', 'office', 'api', 'localhost', 'admin', 'mail', 'static'];

/** Why no store can have this key, or `null`: it is the first label of the store's host. */
export function keyFault(key: string): string | null {
  // Without a letter it would be the first number of an IP address.
  if (!/^(?=.*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(key))
    return 'is not a store key: small Latin letters, digits and hyphens, as in a host name';
  return reserved.includes(key) ? 'is a reserved name, so no store can have it' : null;
}

/** The company's file and the stores' own. */
export const checkStores: Check = (about) => {
  checkCompany(about);
  for (const { key, unit, file } of about.folder.stores) {
    checkKey(about, key, file !== null);
    if (!file) continue;
    const location = { file: `stores/${key}/store.json`, unit };
    checkDomain(about, key, file.public_domain);
    checkStoreFile(key, file, about.references, (column, value, reason, drop) =>
      about.problems.add({ ...location, column }, value, reason, drop),
    );
  }
};

function checkCompany({ folder, references, problems }: About): void {
  const location = (column: string) => ({ file: 'company.json', column, unit: 'company' }) as const;
  for (const list of ['brands', 'branches'] as const) {
    const keys = folder.company?.[list].map((one) => one.key) ?? [];
    keys.forEach((key, index) => {
      if (keys.indexOf(key) !== index) problems.add(location(`${list}[${index}].key`), key, 'is there twice');
    });
  }
  folder.company?.branches.forEach((branch, index) => {
    const at = location(`branches[${index}].stores`);
    branch.stores.forEach((store, position) => {
      const drop = () => {
        branch.stores = branch.stores.filter((other) => other !== store);
      };
      if (!references.store(store)) problems.add(at, store, 'unknown store', drop);
      else if (branch.stores.indexOf(store) !== position) problems.add(at, store, 'is there twice');
    });
  });
}

function checkKey({ folder, existing, problems }: About, key: string, hasFile: boolean): void {
  const location = { file: `stores/${key}`, unit: `store:${key}` } as const;
  const fault = keyFault(key);
  if (fault) problems.add(location, key, fault);
  if (existing.foreignStores.has(key)) problems.add(location, key, 'belongs to another company');
  if (!hasFile && !existing.stores.has(key) && !folder.declared.stores.has(key)) {
    problems.add({ ...location, file: `stores/${key}/store.json` }, null, 'is missing, and the store is new');
  }
}

/** Of two stores with one domain, only the first would be shown at it. */
function checkDomain({ folder, existing, problems }: About, key: string, domain: string | undefined): void {
  if (!domain) return;
  const isHere = (store: string) => folder.stores.some((one) => one.key === store && one.file);
  const others = [
    ...existing.domains.filter(({ store }) => !isHere(store)),
    ...folder.stores
      .slice(
        0,
        folder.stores.findIndex((one) => one.key === key),
      )
      .flatMap(({ file }) => (file?.public_domain ? [{ name: file.name, domain: file.public_domain }] : [])),
  ];
  const owner = others.find((other) => hostName(other.domain) === hostName(domain));
  if (!owner) return;
  const location = { file: `stores/${key}/store.json`, unit: `store:${key}`, column: 'public_domain' } as const;
  problems.add(location, domain, `is the domain of the store ${owner.name}`);
}
