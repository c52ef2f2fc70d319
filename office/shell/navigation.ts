import {
  ArrowLeftRight,
  BadgePercent,
  Bell,
  Boxes,
  CalendarDays,
  ClipboardCheck,
  Cog,
  FileText,
  FolderTree,
  GalleryVerticalEnd,
  History,
  Home,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Package,
  Repeat2,
  Settings,
  ShoppingBag,
  Star,
  UserCog,
  Users,
} from 'lucide-react';
import type { Permission } from '#domain/people/permissions.ts';

export type NavEntry = { to: string; label: string; icon: LucideIcon; permission: Permission | null };

/** The menu: each entry for people who may open it. */
export const navigation: NavEntry[] = [
  { to: '/', label: 'בית', icon: Home, permission: null },
  { to: '/orders', label: 'הזמנות', icon: ShoppingBag, permission: 'orders.read' },
  { to: '/leads', label: 'פניות', icon: Inbox, permission: 'leads.read' },
  { to: '/reviews', label: 'ביקורות ושאלות', icon: Star, permission: 'reviews.read' },
  { to: '/trade-ins', label: 'טרייד־אין', icon: Repeat2, permission: 'trade-ins.read' },
  { to: '/bookings', label: 'תורים', icon: CalendarDays, permission: 'bookings.read' },
  { to: '/customers', label: 'לקוחות', icon: Users, permission: 'customers.read' },
  { to: '/products', label: 'מוצרים', icon: Package, permission: 'products.read' },
  { to: '/categories', label: 'קטגוריות', icon: FolderTree, permission: 'products.read' },
  { to: '/parts/fitment', label: 'חלפים לדגמים', icon: Cog, permission: 'products.read' },
  { to: '/promotions', label: 'מבצעים', icon: BadgePercent, permission: 'promotions.read' },
  { to: '/content/pages', label: 'תוכן', icon: Newspaper, permission: 'content.read' },
  { to: '/stock', label: 'מלאי', icon: Boxes, permission: 'stock.edit' },
  { to: '/documents', label: 'מסמכים', icon: FileText, permission: 'documents.read' },
  { to: '/messages', label: 'הודעות', icon: MessageSquare, permission: 'messages.read' },
  { to: '/drafts', label: 'טיוטות ותזמון', icon: GalleryVerticalEnd, permission: 'content.edit' },
  { to: '/approvals', label: 'אישורים', icon: ClipboardCheck, permission: 'approvals.decide' },
  { to: '/import', label: 'ייבוא וייצוא', icon: ArrowLeftRight, permission: 'imports.run' },
  { to: '/changes', label: 'יומן השינויים', icon: History, permission: 'changes.read' },
  { to: '/jobs', label: 'משימות רקע', icon: Bell, permission: 'jobs.read' },
  { to: '/settings', label: 'הגדרות', icon: Settings, permission: 'settings.read' },
  { to: '/staff', label: 'צוות והרשאות', icon: UserCog, permission: 'staff.read' },
  { to: '/keys', label: 'מפתחות API', icon: KeyRound, permission: 'keys.edit' },
];

type Page = Pick<NavEntry, 'to' | 'label'>;

/** What the person asked a second one to agree to. Who decides has it among the menu's approvals. */
export const ownRequests: Page = { to: '/approvals', label: 'הבקשות שלי' };

/** Every page that the person may open without knowing what it is about: the menu's, and what other pages lead to. */
export function pagesFor(permissions: Permission[]): Page[] {
  const may = (permission: Permission) => permissions.includes(permission);
  return [
    ...navigation.filter(({ permission }) => permission === null || may(permission)),
    ...(may('products.read') ? [{ to: '/parts/diagrams', label: 'שרטוטי חלקים' }] : []),
    ...(may('jobs.read')
      ? [
          { to: '/health', label: 'תקינות' },
          { to: '/backups', label: 'גיבויים' },
        ]
      : []),
    ...(may('orders.create') ? [{ to: '/orders/new', label: 'הזמנה חדשה ללקוח' }] : []),
    ...(may('settings.edit') ? [{ to: '/stores/new', label: 'חנות חדשה' }] : []),
    ...(may('approvals.decide') ? [] : [ownRequests]),
    { to: '/account', label: 'החשבון שלי: כניסה, סיסמה ומכשירים' },
  ];
}
