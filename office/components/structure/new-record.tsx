import { useNavigate } from 'react-router';
import { PageHead } from '../page-head.tsx';
import { Panel } from '../panel.tsx';
import { StoreChoice } from '../store-choice.tsx';
import type { Field, Values } from './fields.ts';
import { StructureForm } from './structure-form.tsx';

type Props = {
  title: string;
  /** Where such things are listed; each has its page below that address. */
  list: { to: string; label: string };
  panel: string;
  store: string;
  choices: { uuid: string; name: string }[];
  fields: readonly Field[];
  /** What the form holds at first. */
  value?: Values;
  submit: string;
};

/** A page on which something new of one store is typed, by the page's call `create`. */
export function NewRecord({ title, list, panel, store, choices, fields, value = {}, submit }: Props) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={title} back={list} />
      <StoreChoice store={store} choices={choices} />
      <Panel title={panel}>
        <StructureForm
          key={store}
          call="create"
          submit={submit}
          fields={fields}
          value={value}
          store={store}
          onDone={({ result }) => navigate(`${list.to}/${(result as { uuid: string } | undefined)?.uuid ?? ''}`)}
        />
      </Panel>
    </>
  );
}
