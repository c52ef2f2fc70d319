import { type NavigateOptions, useNavigate } from 'react-router';
import { type Toast, useToast } from '../toasts.tsx';

export const NO_CONNECTION: Toast = {
  kind: 'info',
  title: 'אין כרגע חיבור לאינטרנט',
  text: 'הדף ייפתח כשהחיבור יחזור. מה שבסל נשמר.',
};

/** Goes to another page of the store; without a connection it says so and stays, since that page could not come and this one would be gone. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const toast = useToast();
  return (to, options) => void (navigator.onLine ? navigate(to, options) : toast(NO_CONNECTION));
}
