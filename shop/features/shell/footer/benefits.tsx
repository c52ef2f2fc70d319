import {
  BadgeCheck,
  Cog,
  Headphones,
  KeyRound,
  type LucideIcon,
  MapPin,
  ShieldCheck,
  Truck,
  Wallet,
  Wrench,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  warranty: ShieldCheck,
  shield: ShieldCheck,
  service: Wrench,
  delivery: Truck,
  truck: Truck,
  finance: Wallet,
  branches: MapPin,
  support: Headphones,
  parts: Cog,
  key: KeyRound,
};

/** Three or four reasons to buy here. `icon` is a key of the table above. */
export default function Benefits({ items }: { items: Record<string, string>[] }) {
  return (
    <section aria-label="למה אצלנו" className="page py-14">
      <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {items.map((item) => {
          const Icon = icons[item.icon ?? ''] ?? BadgeCheck;
          return (
            <li key={item.title} className="grid content-start gap-2">
              <Icon aria-hidden className="size-8 text-action-ink" strokeWidth={1.5} />
              <h2 className="mt-1 text-lg">{item.title}</h2>
              <p className="text-ink-2">{item.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
