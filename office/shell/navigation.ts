import {
  Bell,
  CalendarDays,
  ClipboardCheck,
  FileText,
  History,
  Home,
  Inbox,
  type LucideIcon,
  MessageSquare,
  ShoppingBag,
  UserCog,
  Users,
} from 'lucide-react';
import type { Permission } from '#domain/people/permissions.ts';

export type NavEntry = { to: string; label: string; icon: LucideIcon; permission: Permission | null };

/** The office's pages, as its menu and its command palette show them to whoever may open them. */
export const navigation: NavEntry[] = [
  { to: '/', label: 'בית', icon: Home, permission: null },
  { to: '/orders', label: 'הזמנות', icon: ShoppingBag, permission: 'orders.read' },
  { to: '/leads', label: 'פניות', icon: Inbox, permission: 'leads.read' },
  { to: '/bookings', label: 'תורים', icon: CalendarDays, permission: 'bookings.read' },
  { to: '/customers', label: 'לקוחות', icon: Users, permission: 'customers.read' },
  { to: '/documents', label: 'מסמכים', icon: FileText, permission: 'documents.read' },
  { to: '/messages', label: 'הודעות', icon: MessageSquare, permission: 'messages.read' },
  { to: '/approvals', label: 'אישורים', icon: ClipboardCheck, permission: 'approvals.decide' },
  { to: '/changes', label: 'יומן שינויים', icon: History, permission: 'changes.read' },
  { to: '/jobs', label: 'משימות רקע', icon: Bell, permission: 'jobs.read' },
  { to: '/staff', label: 'צוות והרשאות', icon: UserCog, permission: 'staff.read' },
];
