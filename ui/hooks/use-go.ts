import { type NavigateOptions, useNavigate } from 'react-router';
import { type Toast, useToast } from '../toasts.tsx';

export const NO_CONNECTION: Toast = {
  kind: 'info',
  title: 'אין כרגע חיבור לאינטרנט',
  text: 'אפשר לנסות שוב כשהחיבור יחזור. מה שבסל נשמר.',
};

/**
 * Navigates within the store; without a connection it says so and stays, since the next page could not load and the
 * current one would be lost.
 */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const toast = useToast();
  return (to, options) => void (navigator.onLine ? navigate(to, options) : toast(NO_CONNECTION));
}
