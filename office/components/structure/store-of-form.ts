import { createContext } from 'react';

/** The store whose products, categories and pictures a form's fields mean. */
export const StoreOfForm = createContext('');

/** Whether the form only shows: all of it is open, and nothing can be sent. */
export const OnlyShown = createContext(false);
