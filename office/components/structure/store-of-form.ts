import { createContext } from 'react';

/** The store whose products, categories and pictures a form's fields mean. */
export const StoreOfForm = createContext('');
