import type { ComponentProps } from 'react';
import type { Section } from '#server/office/settings/edit-store.ts';
import { Panel } from '../../../components/panel.tsx';
import { StructureForm } from '../../../components/structure/structure-form.tsx';
import type { SettingsData } from '../store.tsx';

type Form = ComponentProps<typeof StructureForm>;
type Props = {
  title: string;
  section: Section;
  data: SettingsData;
  /** Of the section, only these parts of the file. */
  names?: string[];
} & Pick<Form, 'fields' | 'children'>;

/** A part of the store's file with a form of its own: two people may work on two of them. */
export function SectionPanel({ title, section, data: { store, sections, may }, names, ...form }: Props) {
  const values = sections[section];
  return (
    <Panel title={title}>
      <StructureForm
        call={section}
        submit={`שמירה: ${title}`}
        draftable
        value={
          names ? Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))) : values
        }
        store={store.uuid}
        disabled={!may.edit}
        {...form}
      />
    </Panel>
  );
}
