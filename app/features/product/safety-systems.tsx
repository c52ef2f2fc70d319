import {
  ArrowLeftRight,
  BatteryCharging,
  Bell,
  CircleGauge,
  CircleStop,
  Gauge,
  Grip,
  KeyRound,
  Lightbulb,
  type LucideIcon,
  Mountain,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  Waves,
} from 'lucide-react';
import type { Product } from '#contract/products.ts';
import { ProductSection } from './product-section.tsx';

const icons: Record<string, LucideIcon> = {
  abs: CircleStop,
  'cornering-abs': CircleStop,
  cbs: CircleStop,
  'em-brake': CircleStop,
  traction: Grip,
  wheelie: Grip,
  'anti-tip': Grip,
  modes: SlidersHorizontal,
  lights: Lightbulb,
  tpms: CircleGauge,
  'speed-limit': Gauge,
  quickshift: ArrowLeftRight,
  slipper: ArrowLeftRight,
  reverse: ArrowLeftRight,
  immobiliser: KeyRound,
  'kill-cord': KeyRound,
  hill: Mountain,
  'roll-cage': ShieldCheck,
  belts: ShieldCheck,
  buoyancy: Waves,
  horn: Bell,
  mirrors: Sparkles,
  battery: BatteryCharging,
};

export default function SafetySystems({ systems }: { systems: Product['safety_systems'] }) {
  if (systems.length === 0) return null;
  return (
    <ProductSection title="מערכות בטיחות" dark>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-8 sm:grid-cols-2 xl:grid-cols-3">
        {systems.map((system) => {
          const Icon = icons[system.icon] ?? ShieldCheck;
          return (
            <li key={system.name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-4 wrap-anywhere">
              <Icon aria-hidden className="size-8 text-action-ink-on-dark" strokeWidth={1.5} />
              <div>
                <h3 className="text-lg leading-snug">
                  <bdi>{system.name}</bdi>
                  {!system.standard && (
                    <span className="ms-2 text-sm font-medium text-on-dark-muted">בתוספת תשלום</span>
                  )}
                </h3>
                <p className="mt-1 text-on-dark-muted">{system.explanation}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </ProductSection>
  );
}
