import type { Command } from './command.ts';
import { couponsCreateCommand, couponsListCommand } from './commands/catalogue/coupons.ts';
import { exportCommand } from './commands/catalogue/export.ts';
import { checkCommand, importCommand } from './commands/catalogue/import.ts';
import { productsPublishCommand, productsUnpublishCommand } from './commands/catalogue/products.ts';
import { stockSetCommand } from './commands/catalogue/stock.ts';
import { backupCommand, restoreCommand } from './commands/installation/backup.ts';
import { changesListCommand, changesShowCommand, changesUndoCommand } from './commands/installation/changes.ts';
import { doctorCommand } from './commands/installation/doctor.ts';
import { outboxListCommand, outboxRetryCommand } from './commands/installation/outbox.ts';
import { settlementsImportCommand } from './commands/installation/settlements.ts';
import { documentsCheckCommand, documentsExportCommand } from './commands/orders/documents.ts';
import { inDoubtListCommand, inDoubtResolveCommand } from './commands/orders/in-doubt.ts';
import { ordersListCommand } from './commands/orders/orders.ts';
import { ordersAdvanceCommand, ordersCancelCommand } from './commands/orders/orders-move.ts';
import { ordersShowCommand } from './commands/orders/orders-show.ts';
import { captureCommand, paymentLinkCommand, refundCommand } from './commands/orders/payments.ts';
import { bookingsListCommand } from './commands/people/bookings.ts';
import { bookingsCancelCommand, bookingsMoveCommand } from './commands/people/bookings-move.ts';
import { customersFindCommand } from './commands/people/customers.ts';
import { customersEraseCommand } from './commands/people/customers-erase.ts';
import { leadsExportCommand, leadsWebhookCommand } from './commands/people/leads.ts';
import { staffInviteCommand } from './commands/people/staff.ts';
import { subscribersExportCommand, subscribersSendCommand } from './commands/people/subscribers.ts';
import { redirectMissesCommand } from './commands/stores/redirects.ts';
import { setStatusCommand } from './commands/stores/stores.ts';
import { deleteStoreCommand } from './commands/stores/stores-delete.ts';

/** The operators' commands by name. A name may have two words (`orders list`). */
export const commands: Record<string, Command> = {
  backup: backupCommand,
  'bookings cancel': bookingsCancelCommand,
  'bookings list': bookingsListCommand,
  'bookings move': bookingsMoveCommand,
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
  'documents check': documentsCheckCommand,
  'documents export': documentsExportCommand,
  'leads export': leadsExportCommand,
  'leads webhook': leadsWebhookCommand,
  'orders capture': captureCommand,
  'orders payment-link': paymentLinkCommand,
  'orders refund': refundCommand,
  restore: restoreCommand,
  'reviews list': inDoubtListCommand,
  'reviews resolve': inDoubtResolveCommand,
  'orders advance': ordersAdvanceCommand,
  'orders cancel': ordersCancelCommand,
  'orders list': ordersListCommand,
  'orders show': ordersShowCommand,
  'outbox list': outboxListCommand,
  'outbox retry': outboxRetryCommand,
  'places import': settlementsImportCommand,
  'redirects misses': redirectMissesCommand,
  'products publish': productsPublishCommand,
  'products unpublish': productsUnpublishCommand,
  'staff invite': staffInviteCommand,
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
