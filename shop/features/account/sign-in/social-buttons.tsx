import { Button } from '#ui/button.tsx';
import facebook from './facebook.svg';
import google from './google.svg';
import type { SocialName, SocialWays } from './social.ts';

const known: Record<SocialName, { name: string; icon: string }> = {
  google: { name: 'Google', icon: google },
  facebook: { name: 'Facebook', icon: facebook },
};

type Props = { ways: SocialWays; disabled: boolean; onPress: (name: SocialName) => void };

export function SocialButtons({ ways, disabled, onPress }: Props) {
  return ways.map((way) => (
    <Button key={way} variant="secondary" wide aria-disabled={disabled || undefined} onClick={() => onPress(way)}>
      <img src={known[way].icon} alt="" width={20} height={20} />
      <span>
        המשך עם <bdi>{known[way].name}</bdi>
      </span>
    </Button>
  ));
}
