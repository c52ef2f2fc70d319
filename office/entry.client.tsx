import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sayInHebrew } from './hebrew-validity.ts';

sayInHebrew();

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
