import type { Existing } from '../existing.ts';
import type { Folder } from '../folder.ts';
import type { KnownReferences } from '../known-references.ts';
import type { Problems } from '../problems.ts';

export type Check = (about: {
  folder: Folder;
  existing: Existing;
  references: KnownReferences;
  problems: Problems;
  notes: Problems;
  /** `--accept-price-changes` */
  acceptPriceChanges: boolean;
  /** `--stock` */
  setStock: boolean;
}) => void;
