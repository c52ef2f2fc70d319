import type { Command } from './command.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { bookingsListCommand } from './commands/bookings.ts';
import { changesListCommand, changesShowCommand, changesUndoCommand } from './commands/changes.ts';
import { couponsCreateCommand, couponsListCommand } from './commands/coupons.ts';
import { customersFindCommand } from './commands/customers.ts';
import { customersEraseCommand } from './commands/customers-erase.ts';
import { doctorCommand } from './commands/doctor.ts';
import { documentsExportCommand } from './commands/documents.ts';
import { exportCommand } from './commands/export.ts';
import { checkCommand, importCommand } from './commands/import.ts';
import { leadsExportCommand, leadsWebhookCommand } from './commands/leads.ts';
import { ordersListCommand } from './commands/orders.ts';
import { ordersAdvanceCommand, ordersCancelCommand } from './commands/orders-move.ts';
import { ordersShowCommand } from './commands/orders-show.ts';
import { outboxListCommand, outboxRetryCommand } from './commands/outbox.ts';
import { captureCommand, paymentLinkCommand, refundCommand } from './commands/payments.ts';
import { placesImportCommand } from './commands/places.ts';
import { productsPublishCommand, productsUnpublishCommand } from './commands/products.ts';
import { redirectMissesCommand } from './commands/redirects.ts';
import { reviewsListCommand, reviewsResolveCommand } from './commands/reviews.ts';
import { stockSetCommand } from './commands/stock.ts';
import { setStatusCommand } from './commands/stores.ts';
import { deleteStoreCommand } from './commands/stores-delete.ts';
import { subscribersExportCommand, subscribersSendCommand } from './commands/subscribers.ts';

/** The operators' commands by name. A name may have two words (`orders list`). */
export const commands: Record<string, Command> = {
  backup: backupCommand,
  'bookings list': bookingsListCommand,
  'changes list': changesListCommand,
  'changes show': changesShowCommand,
  'changes undo': changesUndoCommand,
  check: checkCommand,
  'coupons create': couponsCreateCommand,
  'coupons list': couponsListCommand,
  'customers erase': customersEraseCommand,
  'customers find': customersFindCommand,
  doctor: doctorCommand,
  export: exportCommand,
  import: importCommand,
  'documents export': documentsExportCommand,
  'leads export': leadsExportCommand,
  'leads webhook': leadsWebhookCommand,
  'orders capture': captureCommand,
  'orders payment-link': paymentLinkCommand,
  'orders refund': refundCommand,
  restore: restoreCommand,
  'reviews list': reviewsListCommand,
  'reviews resolve': reviewsResolveCommand,
  'orders advance': ordersAdvanceCommand,
  'orders cancel': ordersCancelCommand,
  'orders list': ordersListCommand,
  'orders show': ordersShowCommand,
  'outbox list': outboxListCommand,
  'outbox retry': outboxRetryCommand,
  'places import': placesImportCommand,
  'redirects misses': redirectMissesCommand,
  'products publish': productsPublishCommand,
  'products unpublish': productsUnpublishCommand,
  'stock set': stockSetCommand,
  'stores delete': deleteStoreCommand,
  'stores set-status': setStatusCommand,
  'subscribers export': subscribersExportCommand,
  'subscribers send': subscribersSendCommand,
};

export function help(): string {
  const names = Object.entries(commands).map(
    ([name, command]) => [`${name} ${command.usage}`, command.summary] as const,
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
