import type { Folder } from '../folder.ts';
import type { Known } from '../known.ts';
import type { Problems } from '../problems.ts';
import type { World } from '../world.ts';

export type Check = (about: {
  folder: Folder;
  known: Known;
  world: World;
  problems: Problems;
  notes: Problems;
  /** `--accept-price-changes` */
  acceptPriceChanges: boolean;
  /** `--stock` */
  setStock: boolean;
}) => void;
