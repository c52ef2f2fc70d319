import type { Command } from './command.ts';

/**
 * The operators' commands by name, of two words at most (`orders list`). Each is loaded when it is named: all of them
 * take a second.
 */
export const commands: Record<string, () => Promise<Command>> = {
  backup: async () => (await import('./commands/installation/backup.ts')).backupCommand,
  'bookings cancel': async () => (await import('./commands/people/bookings-move.ts')).bookingsCancelCommand,
  'bookings list': async () => (await import('./commands/people/bookings.ts')).bookingsListCommand,
  'bookings move': async () => (await import('./commands/people/bookings-move.ts')).bookingsMoveCommand,
  'changes list': async () => (await import('./commands/installation/changes.ts')).changesListCommand,
  'changes show': async () => (await import('./commands/installation/changes.ts')).changesShowCommand,
  'changes undo': async () => (await import('./commands/installation/changes.ts')).changesUndoCommand,
  check: async () => (await import('./commands/catalogue/import.ts')).checkCommand,
  'coupons create': async () => (await import('./commands/catalogue/coupons.ts')).couponsCreateCommand,
  'coupons list': async () => (await import('./commands/catalogue/coupons.ts')).couponsListCommand,
  'customers erase': async () => (await import('./commands/people/customers-erase.ts')).customersEraseCommand,
  'customers find': async () => (await import('./commands/people/customers.ts')).customersFindCommand,
  doctor: async () => (await import('./commands/installation/doctor.ts')).doctorCommand,
  export: async () => (await import('./commands/catalogue/export.ts')).exportCommand,
  import: async () => (await import('./commands/catalogue/import.ts')).importCommand,
  'documents check': async () => (await import('./commands/orders/documents.ts')).documentsCheckCommand,
  'documents export': async () => (await import('./commands/orders/documents.ts')).documentsExportCommand,
  'leads export': async () => (await import('./commands/people/leads.ts')).leadsExportCommand,
  'leads webhook': async () => (await import('./commands/people/leads.ts')).leadsWebhookCommand,
  'orders capture': async () => (await import('./commands/orders/payments.ts')).captureCommand,
  'orders payment-link': async () => (await import('./commands/orders/payments.ts')).paymentLinkCommand,
  'orders refund': async () => (await import('./commands/orders/payments.ts')).refundCommand,
  restore: async () => (await import('./commands/installation/backup.ts')).restoreCommand,
  // Of payments in doubt, by the operators' command names; reviews of products are moderated in the office.
  'reviews list': async () => (await import('./commands/orders/in-doubt.ts')).inDoubtListCommand,
  'reviews resolve': async () => (await import('./commands/orders/in-doubt.ts')).inDoubtResolveCommand,
  'orders advance': async () => (await import('./commands/orders/orders-move.ts')).ordersAdvanceCommand,
  'orders cancel': async () => (await import('./commands/orders/orders-move.ts')).ordersCancelCommand,
  'orders list': async () => (await import('./commands/orders/orders.ts')).ordersListCommand,
  'orders show': async () => (await import('./commands/orders/orders-show.ts')).ordersShowCommand,
  'outbox list': async () => (await import('./commands/installation/outbox.ts')).outboxListCommand,
  'outbox retry': async () => (await import('./commands/installation/outbox.ts')).outboxRetryCommand,
  'redirects misses': async () => (await import('./commands/stores/redirects.ts')).redirectMissesCommand,
  'products publish': async () => (await import('./commands/catalogue/products.ts')).productsPublishCommand,
  'products unpublish': async () => (await import('./commands/catalogue/products.ts')).productsUnpublishCommand,
  'settlements import': async () => (await import('./commands/installation/settlements.ts')).settlementsImportCommand,
  'staff invite': async () => (await import('./commands/people/staff.ts')).staffInviteCommand,
  'stock set': async () => (await import('./commands/catalogue/stock.ts')).stockSetCommand,
  'stores delete': async () => (await import('./commands/stores/stores-delete.ts')).deleteStoreCommand,
  'stores set-status': async () => (await import('./commands/stores/stores.ts')).setStatusCommand,
  'subscribers export': async () => (await import('./commands/people/subscribers.ts')).subscribersExportCommand,
  'subscribers send': async () => (await import('./commands/people/subscribers.ts')).subscribersSendCommand,
};

export async function help(): Promise<string> {
  const names = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const { usage, summary } = await load();
      return [`${name} ${usage}`, summary] as const;
    }),
  );
  const width = Math.max(...names.map(([name]) => name.length));
  const lines = names.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  const note = 'Each takes --as <name> (who does it, for the change log), --json (the result as JSON) and --help.';
  return ['npm run store -- <command>', '', ...lines, '', note].join('\n');
}

export function helpOf(name: string, command: Command): string {
  const options = {
    ...command.options,
    as: { help: 'who does it, for the change log; STORE_ACTOR, or the system user, unless told' },
    json: { help: 'print the result as JSON' },
  };
  const width = Math.max(12, ...Object.keys(options).map((option) => option.length));
  const lines = Object.entries(options).map(([option, { help }]) => `  --${option.padEnd(width)}  ${help}`);
  return [`npm run store -- ${name} ${command.usage}`, '', command.summary, '', ...lines].join('\n');
}
