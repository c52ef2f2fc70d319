import { createContext } from 'react';

/**
 * Told of the code of every refused form of the page. The shell asks for the sign-in over the page where a session has ended;
 * one's own account asks for a proof.
 */
export const OnRefusal = createContext<(code: string) => void>(() => {});
