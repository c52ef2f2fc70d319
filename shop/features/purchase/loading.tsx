import { Skeleton } from '#ui/skeleton.tsx';

/** The shape of a step until it is known what stands there. */
export function Loading({ text = 'טוענים את הרכישה…' }: { text?: string }) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-16">
      <div className="grid content-start gap-4">
        <h1 className="sr-only">רכישה</h1>
        <p role="status" className="sr-only">
          {text}
        </p>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  );
}
