import type { Existing } from '../existing.ts';
import type { Folder } from '../folder.ts';
import type { World } from '../known-references.ts';
import type { Problems } from '../problems.ts';

export type Check = (about: {
  folder: Folder;
  existing: Existing;
  world: World;
  problems: Problems;
  notes: Problems;
  /** `--accept-price-changes` */
  acceptPriceChanges: boolean;
  /** `--stock` */
  setStock: boolean;
  /** `false`: who imports may not write what goods cost the importer. */
  costs?: boolean;
}) => void;
