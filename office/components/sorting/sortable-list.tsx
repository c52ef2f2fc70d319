import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { IconButton } from '#ui/button.tsx';

type Item = { id: string; name: string };
type Props<T extends Item> = {
  label: string;
  items: T[];
  /** Beside one another, or one below the other. */
  layout: 'grid' | 'stack';
  className?: string;
  /** The items' ids in their new sequence. */
  onOrder: (ids: string[]) => void;
  disabled?: boolean;
  /** More buttons of an item. */
  actions?: (item: T) => ReactNode;
  children: (item: T) => ReactNode;
};

/**
 * Things in a sequence that people choose: dragged, moved by the handle's own keys (Enter, arrows, Enter), or a place
 * at a time by two buttons, beside which the focus stays.
 */
export function SortableList<T extends Item>({
  label,
  items,
  layout,
  className = '',
  onOrder,
  disabled = false,
  actions,
  children,
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  const ids = items.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: disabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': items.find(({ id }) => id === key)?.name ?? '' })),
    onReorder({ keys, target }) {
      const rest = ids.filter((id) => !keys.has(id));
      const at = rest.indexOf(String(target.key)) + (target.dropPosition === 'after' ? 1 : 0);
      onOrder(rest.toSpliced(at, 0, ...ids.filter((id) => keys.has(id))));
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className="sortable-place" />,
  });
  const move = (id: string, by: -1 | 1, button: string) => {
    const from = ids.indexOf(id);
    onOrder(ids.toSpliced(from, 1).toSpliced(from + by, 0, id));
    requestAnimationFrame(() => {
      const item = list.current?.querySelector(`[data-item="${CSS.escape(id)}"]`);
      const same = item?.querySelector<HTMLButtonElement>(`[data-does="${button}"]:not(:disabled)`);
      (same ?? item?.querySelector<HTMLButtonElement>('[data-does]:not(:disabled)'))?.focus();
    });
  };
  // Lines run from the right.
  const [Earlier, Later] = layout === 'grid' ? [ArrowRight, ArrowLeft] : [ArrowUp, ArrowDown];
  return (
    <GridList
      ref={list}
      aria-label={label}
      items={items}
      layout={layout}
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={dragAndDropHooks}
      className={className}
    >
      {(item) => {
        const at = ids.indexOf(item.id);
        return (
          <GridListItem id={item.id} textValue={item.name} className="sortable-item">
            {children(item)}
            <span data-item={item.id} className="sortable-tools">
              {!disabled && (
                <>
                  <Button slot="drag" aria-label={`גרירה: ${item.name}`} className="sortable-handle">
                    <GripVertical aria-hidden className="size-4" />
                  </Button>
                  <IconButton
                    data-does="earlier"
                    label={`להקדים: ${item.name}`}
                    disabled={at === 0}
                    onClick={() => move(item.id, -1, 'earlier')}
                  >
                    <Earlier aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton
                    data-does="later"
                    label={`לאחר: ${item.name}`}
                    disabled={at === ids.length - 1}
                    onClick={() => move(item.id, 1, 'later')}
                  >
                    <Later aria-hidden className="size-4" />
                  </IconButton>
                </>
              )}
              {actions?.(item)}
            </span>
          </GridListItem>
        );
      }}
    </GridList>
  );
}
