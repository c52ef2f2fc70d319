import {
  Armchair,
  BatteryCharging,
  Bell,
  ChevronsUp,
  CircleGauge,
  CircleParking,
  CircleStop,
  Cog,
  Disc3,
  DoorClosed,
  Droplets,
  Eye,
  Fan,
  FireExtinguisher,
  Fuel,
  Gauge,
  Grip,
  Hand,
  KeyRound,
  LifeBuoy,
  Lightbulb,
  Lock,
  type LucideIcon,
  Mountain,
  Navigation,
  Power,
  RadioTower,
  ShieldCheck,
  ShieldUser,
  ShipWheel,
  Siren,
  SlidersHorizontal,
  TrendingUp,
  Undo2,
  WavesLadder,
} from 'lucide-react';
import type { Product } from '#contract/catalogue/products.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { SwipeRow } from '#ui/narrow/swipe-row.tsx';
import { ProductSection } from './product-section.tsx';

const icons: Record<string, LucideIcon> = {
  abs: CircleStop,
  'cornering-abs': CircleStop,
  cbs: CircleStop,
  'em-brake': CircleStop,
  parking: CircleParking,
  traction: Grip,
  wheelie: TrendingUp,
  hill: Mountain,
  modes: SlidersHorizontal,
  steering: ShipWheel,
  'speed-limit': Gauge,
  tpms: CircleGauge,
  quickshift: ChevronsUp,
  slipper: Disc3,
  gears: Cog,
  reverse: Undo2,
  lights: Lightbulb,
  mirrors: Eye,
  horn: Bell,
  alert: Siren,
  radio: RadioTower,
  route: Navigation,
  immobiliser: KeyRound,
  lock: Lock,
  'kill-cord': Power,
  battery: BatteryCharging,
  fuel: Fuel,
  water: Droplets,
  fire: FireExtinguisher,
  propeller: Fan,
  buoyancy: LifeBuoy,
  step: WavesLadder,
  hold: Hand,
  seat: Armchair,
  belts: ShieldUser,
  doors: DoorClosed,
  'anti-tip': ShieldCheck,
  'roll-cage': ShieldCheck,
};

export default function SafetySystems({ systems }: { systems: Product['safety_systems'] }) {
  if (systems.length === 0) return null;
  return (
    <ProductSection title="מערכות בטיחות" dark>
      <SwipeRow
        label="מערכות בטיחות"
        className={classNames(
          'lg:grid lg:grid-cols-2 lg:gap-x-10 lg:gap-y-8',
          systems.length % 4 === 0 || systems.length % 3 === 1 ? 'xl:grid-cols-4' : 'xl:grid-cols-3',
        )}
      >
        {systems.map((system) => {
          const Icon = icons[system.icon] ?? ShieldCheck;
          return (
            <li
              key={system.name}
              className="swipe-card grid grid-cols-[auto_minmax(0,1fr)] gap-3 wrap-anywhere lg:gap-4"
            >
              <Icon aria-hidden className="size-8 text-action-ink-on-dark" strokeWidth={1.5} />
              <div>
                <h3 className="text-lg leading-snug">
                  <bdi>{system.name}</bdi>
                  {!system.standard && (
                    <span className="ms-2 text-sm font-medium text-on-dark-muted">בתוספת תשלום</span>
                  )}
                </h3>
                <p className="mt-1 text-sm text-on-dark-muted lg:text-base">{system.explanation}</p>
              </div>
            </li>
          );
        })}
      </SwipeRow>
    </ProductSection>
  );
}
